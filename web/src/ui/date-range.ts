/** The dates that are accepted (docs/rules.md, section 1). */
export const FIRST_DATE = "2000-01-01";
export const LAST_DATE = "2099-12-31";

export const DATE_OUT_OF_RANGE = "The date must be between 1 January 2000 and 31 December 2099.";

/**
 * Whether a date, YYYY-MM-DD, is accepted; empty is. While a year is typed it passes 2, 20 and 202, and some
 * browsers make the year 126 of a typed `201126`.
 */
export const isAcceptedDate = (date: string): boolean =>
  date === "" || (date.length === 10 && date >= FIRST_DATE && date <= LAST_DATE);
