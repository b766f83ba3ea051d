import type { ErrorBody } from "../api/generated/ErrorBody";
import type { ExpensePreview } from "../api/generated/ExpensePreview";
import type { ExpensePreviewRequest } from "../api/generated/ExpensePreviewRequest";

export type ExpenseSums = typeof import("./pkg/expense/expense");

let loading: Promise<ExpenseSums> | null = null;

/**
 * Core's sums of an expense in the browser, for a device without signal. A package of its own beside the rules, since
 * nothing else asks for it. Where it failed to load, the next call tries again.
 */
export function loadExpenseSums(): Promise<ExpenseSums> {
  loading ??= import("./pkg/expense/expense").catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

/**
 * What an expense would come to, as the server's preview says it. A journey needs the miles of its tax year before it:
 * none where they are not known. What cannot be kept is thrown as the server's error body.
 */
export function reckon(
  sums: ExpenseSums,
  typed: ExpensePreviewRequest,
  milesBefore: string | null,
): ExpensePreview | null {
  const { mileage, date, amount, vatRate } = typed;
  if (mileage && milesBefore === null) return null;
  try {
    const text = mileage
      ? sums.driven(date, mileage.vehicle, mileage.miles, milesBefore ?? "")
      : sums.spent(amount, vatRate);
    return JSON.parse(text) as ExpensePreview;
  } catch (thrown) {
    throw typeof thrown === "string" ? (JSON.parse(thrown) as ErrorBody) : thrown;
  }
}
