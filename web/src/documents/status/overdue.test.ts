import { expect, it } from "vitest";
import { loadRules } from "../../rules/rules";
import { isOverdue, isOwed } from "./overdue";

const rules = await loadRules();
const today = "2026-11-22";
const invoice = (status: string, dueDate: string | undefined, balanceDue: string) =>
  ({ kind: "invoice", status, dueDate, balanceDue }) as const;

it("counts a sent or partly paid invoice as owed, and as overdue after its due date", () => {
  for (const status of ["sent", "partially_paid"]) {
    expect(isOverdue(rules, invoice(status, "2026-11-21", "60.00"), today)).toBe(true);
    expect(isOverdue(rules, invoice(status, "2026-11-22", "60.00"), today)).toBe(false);
    expect(isOverdue(rules, invoice(status, undefined, "60.00"), today)).toBe(false);
    expect(isOwed(rules, invoice(status, "2026-11-21", "60.00"), today)).toBe(true);
    expect(isOwed(rules, invoice(status, undefined, "60.00"), today)).toBe(true);
  }
});

it("counts a draft, a void or paid invoice, or a quote as neither owed nor overdue", () => {
  const never = [
    invoice("draft", "2026-11-21", "60.00"),
    invoice("void", "2026-11-21", "60.00"),
    invoice("paid", "2026-11-21", "0.00"),
    { ...invoice("sent", "2026-11-21", "60.00"), kind: "quote" } as const,
  ];
  for (const one of never) {
    expect(isOverdue(rules, one, today)).toBe(false);
    expect(isOwed(rules, one, today)).toBe(false);
  }
});
