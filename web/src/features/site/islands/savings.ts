import type { Rules } from "../../../rules/rules";

/** What an hour is worth, and how many of them a week go on paperwork that Plumbline saves. */
export interface Saving {
  rate: string;
  hours: string;
}

/** What is saved in four weeks and in a year, in words. */
export interface Saved {
  month: string;
  year: string;
}

export const FIRST_SAVING: Saving = { rate: "30", hours: "5" };

/** What the rules say of the first saving; a test asks them. */
export const FIRST_SAVED: Saved = { month: "£600.00", year: "£7,800.00" };

const WEEKS_A_MONTH = 4;
const WEEKS_A_YEAR = 52;

/** Hours by their rate as the rules work out a document's lines: each week to the penny, then added up. */
export function savedBy(rules: Rules, { rate, hours }: Saving): Saved {
  const weeks = (number: number) => {
    const week = (_: unknown, at: number) => ({ id: `week-${at}`, quantity: hours, price: rate });
    return rules.gbp(rules.calculate({ items: Array.from({ length: number }, week), tax: "0" }).totalAmount);
  };
  return { month: weeks(WEEKS_A_MONTH), year: weeks(WEEKS_A_YEAR) };
}
