import { expect, it, vi } from "vitest";
import { waitingLog } from "../../offline/waiting/log";
import type { Waiting } from "../../offline/waiting/waiting";
import { isToBeSent } from "./sent-later";

const waits = (sort: string, id: string, path: string) =>
  ({ thing: { sort, id }, write: { path } }) as Waiting;

it("finds the sending of this very document among what waits", async () => {
  vi.spyOn(waitingLog, "all").mockResolvedValue([
    waits("quote", "q1", "/api/quotes/{id}/send"),
    waits("quote", "q2", "/api/quotes/{id}/archive"),
    waits("contact", "q3", "/api/contacts"),
  ]);
  expect(await isToBeSent({ kind: "quote", id: "q1" })).toBe(true);
  expect(await isToBeSent({ kind: "quote", id: "q2" })).toBe(false);
  expect(await isToBeSent({ kind: "invoice", id: "q1" })).toBe(false);
});
