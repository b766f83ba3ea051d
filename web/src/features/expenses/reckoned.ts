import { ApiError } from "../../api/errors";
import type { Expense } from "../../api/generated/Expense";
import type { ExpenseInput } from "../../api/generated/ExpenseInput";
import { calculateExpensePreview, loadExpenseRules } from "../../rules/expenses";
import { isRefusal } from "../../rules/rules";

type ExpenseAmounts = Pick<Expense, "amount" | "vatAmount" | "vatReckoned">;

/**
 * What an expense comes to, by the same function as the server's; of a journey nothing yet, since nobody here knows the
 * miles before it. Throws what the server would refuse.
 */
export async function calculateExpense(
  id: string,
  { date, amount, vatAmount, vatRate, mileage }: ExpenseInput,
): Promise<ExpenseAmounts> {
  const sums = await loadExpenseRules();
  try {
    const typed = { id, date, amount, vatRate, vatAmount: String(vatAmount), mileage };
    const preview = calculateExpensePreview(sums, typed, null);
    return {
      amount: preview?.amount ?? "0.00",
      vatAmount: preview?.vatAmount ?? "0.00",
      vatReckoned: vatRate !== "" && vatAmount === "",
    };
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown;
    throw new ApiError(422, thrown.message, thrown.code, thrown.errors, thrown);
  }
}
