import type { Rules } from "../../../rules/rules";
import { type BoxLimits, describeFigureProblem, parseFigure, type ReadFigure } from "./figure";

/** What an hour is worth, and how many of them a week go on paperwork that Plumbline saves. */
export interface SavingInput {
  rate: string;
  hours: string;
}

/** What is saved in four weeks and in a year, in words. */
export interface SavedAmounts {
  month: string;
  year: string;
}

export const FIRST_SAVING: SavingInput = { rate: "30", hours: "5" };

/** What the rules say of the first saving; a test asks them. */
export const FIRST_SAVED: SavedAmounts = { month: "£600.00", year: "£7,800.00" };

/** What the calculator takes: more than these is a slip of the finger. */
export const RATE_LIMITS: BoxLimits = {
  name: "Your hourly rate",
  most: 1_000,
  range: "£0 to £1,000",
  example: "27.50",
};
export const HOURS_LIMITS: BoxLimits = {
  name: "Hours saved a week",
  most: 168,
  range: "0 to 168",
  example: "3.5",
};

const WEEKS_A_MONTH = 4;
const WEEKS_A_YEAR = 52;

/** Why the boxes cannot be taken, by their own names. */
export const describeSavingProblems = ({ rate, hours }: SavingInput, read: ReadFigure) => ({
  rate: describeFigureProblem(rate, read, RATE_LIMITS),
  hours: describeFigureProblem(hours, read, HOURS_LIMITS),
});

/**
 * Hours by their rate, both as they were typed, as the rules work out a document's lines: each week to the penny, then
 * added up. Null where a box cannot be taken.
 */
export function calculateSavings(rules: Rules, saving: SavingInput): SavedAmounts | null {
  const read = rules.readFigure;
  const problems = describeSavingProblems(saving, read);
  if (problems.rate !== null || problems.hours !== null) return null;
  const { rate, hours } = saving;
  const formatWeeks = (number: number) => {
    const week = (_: unknown, at: number) => ({
      id: `week-${at}`,
      quantity: parseFigure(hours, read) ?? "",
      price: parseFigure(rate, read) ?? "",
    });
    return rules.gbp(rules.calculate({ items: Array.from({ length: number }, week), tax: "0" }).totalAmount);
  };
  return { month: formatWeeks(WEEKS_A_MONTH), year: formatWeeks(WEEKS_A_YEAR) };
}
