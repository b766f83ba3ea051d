import "fake-indexeddb/auto";
import { beforeEach, describe, expect, it } from "vitest";
import { WAITING_FORMAT, type WaitingChange } from "./waiting-change";
import { waitingLog } from "./waiting-log";

const record: Omit<WaitingChange, "order"> = {
  account: "ada",
  key: "key",
  format: WAITING_FORMAT,
  write: { method: "POST", path: "/api/contacts" },
  thing: { sort: "contact", id: "c" },
  label: "New customer: Dave Jones",
  at: 1,
  problem: null,
};

describe("waitingLog", () => {
  beforeEach(() => waitingLog.open("ada"));

  it("keeps what waits for the next window", async () => {
    const added = await waitingLog.add(record);
    await waitingLog.open("ada");
    expect(await waitingLog.all()).toEqual([added]);
    await waitingLog.remove([added.order]);
  });

  it("does not restore a change that was withdrawn while it was on its way", async () => {
    const added = await waitingLog.add(record);
    await waitingLog.remove([added.order]);
    expect(await waitingLog.has(added.order)).toBe(false);
    await waitingLog.change({ ...added, isUnknown: true });
    await waitingLog.open("ada");
    expect(await waitingLog.all()).toEqual([]);
  });
});
