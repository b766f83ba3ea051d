import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createDraft } from "../../testing/fixtures";
import type { StoredDocument } from "../types";
import { getInitialPlan } from "./InstalmentsDialog";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 30, 9) }));
afterEach(() => void vi.useRealTimers());

const TODAY = "2026-11-30";

const invoice = (dueDate: string | null, paidAmount = "0.00", more: object = {}) => {
  const draft = createDraft("invoice");
  return {
    ...draft,
    dueDate,
    totals: { ...draft.totals, totalAmount: "300.00", paidAmount },
    ...more,
  } as unknown as StoredDocument;
};

it.each([
  ["is due later", "2026-12-14", "2026-12-14"],
  ["is due today", TODAY, TODAY],
  ["was due yesterday", "2026-11-29", TODAY],
  ["was due a year ago", "2025-11-30", TODAY],
  ["has no due day", null, TODAY],
])("begins with the first instalment of an invoice that %s, and never in the past", (_, due, first) => {
  expect(getInitialPlan(invoice(due))).toEqual({ count: "3", first, every: "monthly", firstAmount: "" });
});

it("makes an earlier payment the first instalment, dated today", () => {
  expect(getInitialPlan(invoice("2026-12-14", "100.00"))).toMatchObject({
    first: TODAY,
    firstAmount: "100.00",
  });
});

it("starts with the agreed plan, even if it is in the past", () => {
  const parts = [
    { date: "2026-11-01", amount: "150.00" },
    { date: "2026-12-01", amount: "150.00" },
  ];
  const agreed = invoice("2026-11-01", "0.00", { instalmentStanding: { parts } });
  expect(getInitialPlan(agreed)).toMatchObject({ count: "2", first: "2026-11-01", firstAmount: "" });
});
