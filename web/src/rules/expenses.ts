import type { ErrorBody } from "../api/generated/ErrorBody";
import type { ExpensePreview } from "../api/generated/ExpensePreview";
import type { ExpensePreviewRequest } from "../api/generated/ExpensePreviewRequest";
import { loadRules, type Rules } from "./rules";

export type ExpenseRules = Pick<Rules, "calculatePurchase" | "calculateJourney" | "taxYear">;

/** Core's calculation of expenses in the browser, for a device that is offline. */
export function loadExpenseRules(): Promise<ExpenseRules> {
  return loadRules();
}

/**
 * Calculates the amounts of an expense as the server's preview does; VAT is taken from the receipt, if it
 * states any. A journey needs the earlier miles of its tax year and has no result if they aren't known. A
 * refusal is thrown as the server's error body.
 */
export function calculateExpensePreview(
  rules: ExpenseRules,
  request: ExpensePreviewRequest & { vatAmount?: string },
  milesBefore: string | null,
): ExpensePreview | null {
  const { mileage, date, amount, vatRate, vatAmount = "" } = request;
  if (mileage && milesBefore === null) return null;
  try {
    const text = mileage
      ? rules.calculateJourney(date, mileage.vehicle, mileage.miles, milesBefore ?? "")
      : rules.calculatePurchase(amount, vatRate, vatAmount);
    return JSON.parse(text) as ExpensePreview;
  } catch (thrown) {
    throw typeof thrown === "string" ? (JSON.parse(thrown) as ErrorBody) : thrown;
  }
}
