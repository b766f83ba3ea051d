import { expect, it, vi } from "vitest";
import type { WaitingChange } from "../../offline/waiting/waiting-change";
import { waitingLog } from "../../offline/waiting/waiting-log";
import { isWaitingToBeSent } from "./queries";

const waits = (sort: string, id: string, path: string) =>
  ({ thing: { sort, id }, write: { path } }) as WaitingChange;

it("finds the sending of this very document among what waits", async () => {
  vi.spyOn(waitingLog, "all").mockResolvedValue([
    waits("quote", "q1", "/api/quotes/{id}/send"),
    waits("quote", "q2", "/api/quotes/{id}/archive"),
    waits("contact", "q3", "/api/contacts"),
  ]);
  expect(await isWaitingToBeSent({ kind: "quote", id: "q1" })).toBe(true);
  expect(await isWaitingToBeSent({ kind: "quote", id: "q2" })).toBe(false);
  expect(await isWaitingToBeSent({ kind: "invoice", id: "q1" })).toBe(false);
});
