import { expect, it } from "vitest";
import { loadRules } from "../../rules/rules";
import { isOverdue, isOwed } from "./overdue";

const rules = await loadRules();
const today = "2026-11-22";
const invoice = (status: string, dueDate: string | undefined, balanceDue: string) =>
  ({ kind: "invoice", status, dueDate, balanceDue }) as const;

it("says what is late, partly paid or not", () => {
  for (const status of ["sent", "partially_paid"]) {
    expect(isOverdue(rules, invoice(status, "2026-11-21", "60.00"), today)).toBe(true);
    expect(isOverdue(rules, invoice(status, "2026-11-22", "60.00"), today)).toBe(false);
    expect(isOverdue(rules, invoice(status, undefined, "60.00"), today)).toBe(false);
    expect(isOwed(rules, invoice(status, "2026-11-21", "60.00"), today)).toBe(true);
    expect(isOwed(rules, invoice(status, undefined, "60.00"), today)).toBe(true);
  }
});

it("asks for nothing of what is not issued, withdrawn, paid or a quote", () => {
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
