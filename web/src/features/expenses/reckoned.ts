import { ApiError } from "../../api/errors";
import type { Expense } from "../../api/generated/Expense";
import type { ExpenseInput } from "../../api/generated/ExpenseInput";
import { refusal } from "../../offline/waiting/collection";
import { loadExpenseSums, reckon } from "../../rules/expenses";
import { isRefusal } from "../../rules/rules";
import { penceOf, poundsOf, readPence } from "../../ui/pence";

type Sums = Pick<Expense, "amount" | "vatAmount" | "vatReckoned">;

/**
 * What an expense comes to, by the same function as the server's; of a journey nothing yet, since nobody here knows the
 * miles before it. Throws what the server would refuse.
 */
export async function reckoned(
  id: string,
  { date, amount, vatAmount, vatRate, mileage }: ExpenseInput,
): Promise<Sums> {
  const sums = await loadExpenseSums();
  try {
    const preview = reckon(sums, { id, date, amount, vatRate, mileage }, null);
    const isTyped = vatAmount !== "";
    const paid = preview?.amount ?? "0.00";
    return {
      amount: paid,
      vatAmount: isTyped ? typedVat(String(vatAmount), paid, vatRate) : (preview?.vatAmount ?? "0.00"),
      vatReckoned: vatRate !== "" && !isTyped,
    };
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown;
    throw new ApiError(422, thrown.message, thrown.code, thrown.errors, thrown);
  }
}

/** The VAT that the receipt says, of what was paid. Throws what the server would refuse, in its words. */
function typedVat(typed: string, paid: string, vatRate: string): string {
  const vat = readPence(typed);
  if (vat === null) throw refusal("vatAmount", "Please enter an amount such as 12.50.");
  const whole = penceOf(paid);
  if (vat !== 0 && vatRate === "") throw refusal("vatRate", "Please choose the VAT rate.");
  const isWithin = Math.abs(vat) <= Math.abs(whole) && (vat === 0 || vat < 0 === whole < 0);
  if (!isWithin) throw refusal("vatAmount", "The VAT can’t be more than the amount.");
  return poundsOf(vat);
}
