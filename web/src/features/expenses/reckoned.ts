import type { Expense } from "../../api/generated/Expense";
import type { ExpenseInput } from "../../api/generated/ExpenseInput";
import { penceOf, poundsOf } from "../../ui/pence";

/** What an expense comes to, by the same rules as the server's. */
export async function reckoned(
  _id: string,
  { amount, vatAmount, vatRate }: ExpenseInput,
): Promise<Pick<Expense, "amount" | "vatAmount" | "vatReckoned">> {
  return {
    amount: poundsOf(penceOf(String(amount))),
    vatAmount: poundsOf(penceOf(String(vatAmount))),
    vatReckoned: vatRate !== "" && vatAmount === "",
  };
}
