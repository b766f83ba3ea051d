import type { BankOutcome } from "../../../api/generated/BankOutcome";
import type { BankRow } from "../../../api/generated/BankRow";
import type { ExpenseCategory } from "../../../api/generated/ExpenseCategory";

/** What a person chose for rows: a category, or null to leave one out. */
export type Chosen = ReadonlyMap<number, ExpenseCategory | null>;

/** Rows for which there is something to choose. */
const OPEN: BankOutcome[] = ["new", "byHand", "deleted"];

/** Whether something can be chosen for a row. */
export const isOpen = ({ outcome }: BankRow) => OPEN.includes(outcome);

/** The category that a row will have; null where it adds nothing. */
export function categoryFor(row: BankRow, chosen: Chosen): ExpenseCategory | null {
  const choice = chosen.get(row.row);
  if (choice !== undefined) return choice;
  return row.outcome === "new" ? row.category : null;
}

/** How many expenses an import adds. */
export const newCount = (rows: BankRow[], chosen: Chosen) =>
  rows.filter((row) => isOpen(row) && categoryFor(row, chosen) !== null).length;
