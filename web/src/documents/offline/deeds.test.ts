import "fake-indexeddb/auto";
import { expect, test } from "vitest";
import { deedOf } from "../../offline/waiting/deeds";
import { documentDeeds } from "./deeds";

test("money and a signature are taken whatever became of the plan, and what is sent waits for one", () => {
  documentDeeds();
  const isAlways = (path: string) => deedOf({ method: "POST", path })?.isAlways === true;
  expect(isAlways("/api/quotes/{id}/accept")).toBe(true);
  expect(isAlways("/api/invoices/{id}/payments")).toBe(true);
  expect(isAlways("/api/quotes/{id}/send")).toBe(false);
});
