import type { ErrorBody } from "../api/generated/ErrorBody";
import type { ExpensePreview } from "../api/generated/ExpensePreview";
import type { ExpensePreviewRequest } from "../api/generated/ExpensePreviewRequest";
import { loadRules, type Rules } from "./rules";

export type ExpenseRules = Pick<Rules, "spent" | "driven" | "taxYear">;

/** Core's calculation of an expense in the browser, for a device without signal. */
export function loadExpenseRules(): Promise<ExpenseRules> {
  return loadRules();
}

/**
 * What an expense would come to, as the server's preview says it; of VAT what the receipt says, where it says any. A journey needs the miles of its tax year before it:
 * none where they are not known. What cannot be kept is thrown as the server's error body.
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
      ? rules.driven(date, mileage.vehicle, mileage.miles, milesBefore ?? "")
      : rules.spent(amount, vatRate, vatAmount);
    return JSON.parse(text) as ExpensePreview;
  } catch (thrown) {
    throw typeof thrown === "string" ? (JSON.parse(thrown) as ErrorBody) : thrown;
  }
}
