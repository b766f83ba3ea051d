import type { BankChoice } from "../../../api/generated/BankChoice";
import type { BankOutcome } from "../../../api/generated/BankOutcome";
import type { BankRow } from "../../../api/generated/BankRow";
import type { ExpenseCategory } from "../../../api/generated/ExpenseCategory";

/** What a person chose for a row: a category, that it is what was entered by hand, or null to leave it out. */
export type BankRowChoice = ExpenseCategory | "same" | null;

/** What a person chose, by the key of the row. */
export type BankRowChoices = ReadonlyMap<string, BankRowChoice>;

/** By what a row is told from others: what the bank took for a payment has its row's number too. */
export const getBankRowKey = ({ row, isFee }: BankRow) => (isFee ? `${row}-fee` : `${row}`);

/** Rows for which there is something to choose. */
const CHOOSABLE_OUTCOMES: BankOutcome[] = [
  "new",
  "known",
  "byHand",
  "perhaps",
  "notExpense",
  "deleted",
  "leftOut",
];

/** Whether something can be chosen for a row. */
export const canChoose = ({ outcome }: BankRow) => CHOOSABLE_OUTCOMES.includes(outcome);

/** The category that a row will have; null where it adds nothing. */
export function getCategoryForRow(row: BankRow, choices: BankRowChoices): ExpenseCategory | null {
  const choice = choices.get(getBankRowKey(row));
  if (choice !== undefined) return choice === "same" ? null : choice;
  return row.outcome === "new" ? row.category : null;
}

/** How many expenses an import adds. */
export const countNew = (rows: BankRow[], choices: BankRowChoices) =>
  rows.filter((row) => canChoose(row) && getCategoryForRow(row, choices) !== null).length;

/** How many rows may be an expense that was entered by hand, and nobody has said yet whether they are. */
export const countUnanswered = (rows: BankRow[], choices: BankRowChoices) =>
  rows.filter((row) => row.outcome === "perhaps" && !choices.has(getBankRowKey(row))).length;

/** How many rows are left out, or are what was entered by hand, because somebody said so: that is saved too. */
export const countSettled = (rows: BankRow[], choices: BankRowChoices) =>
  rows.filter(
    (row) => canChoose(row) && choices.has(getBankRowKey(row)) && getCategoryForRow(row, choices) === null,
  ).length;

/** The choices as the server takes them. */
export const toBankChoices = (rows: BankRow[], choices: BankRowChoices): BankChoice[] =>
  rows.flatMap((row) => {
    const choice = choices.get(getBankRowKey(row));
    if (choice === undefined) return [];
    const same = choice === "same";
    const again = row.outcome === "known";
    return [{ row: row.row, isFee: row.isFee, category: same ? null : choice, same, again }];
  });
