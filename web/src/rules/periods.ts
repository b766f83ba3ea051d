import { TAX_YEAR_BEGINS } from "../api/generated/rates";

/** A span of days that the list is narrowed to, by its word in the address. */
export interface Period {
  value: string;
  label: string;
  from: string;
  to: string;
}

const MONTH = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });

const iso = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);

function month(year: number, number: number): Period {
  const from = iso(year, number, 1);
  return {
    value: from.slice(0, 7),
    label: MONTH.format(new Date(from)),
    from,
    // The day before the next month's first.
    to: iso(year, number + 1, 0),
  };
}

/** The tax year that begins in a calendar year. */
function taxYear(year: number): Period {
  const [number = 0, day = 0] = TAX_YEAR_BEGINS.split("-").map(Number);
  return {
    value: `tax-${year}`,
    label: `Tax year ${year}/${String((year + 1) % 100).padStart(2, "0")}`,
    from: iso(year, number, day),
    to: iso(year + 1, number, day - 1),
  };
}

/** Which spans are offered on a day: the months of a year, the latest first, and this and the last two tax years. */
export function periodsOn(today: string): Period[] {
  const [year = 0, number = 0] = today.split("-").map(Number);
  const months = Array.from({ length: 13 }, (_, back) => {
    const first = new Date(Date.UTC(year, number - 1 - back, 1));
    return month(first.getUTCFullYear(), first.getUTCMonth() + 1);
  });
  const begun = today.slice(5) >= TAX_YEAR_BEGINS ? year : year - 1;
  return [...[begun, begun - 1, begun - 2].map(taxYear), ...months];
}

/** The span that a word of the address stands for, be it offered or not. */
export function periodOf(value: string): Period | undefined {
  const tax = /^tax-(\d{4})$/.exec(value);
  if (tax) return taxYear(Number(tax[1]));
  const one = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(value);
  return one ? month(Number(one[1]), Number(one[2])) : undefined;
}

/** The tax year of a day, by the calendar year in which it begins. */
export function yearOf(day: string): string {
  const year = Number(day.slice(0, 4));
  return String(day.slice(5) >= TAX_YEAR_BEGINS ? year : year - 1);
}

/** `2026/27` */
export const nameOf = (year: string) => `${year}/${String((Number(year) + 1) % 100).padStart(2, "0")}`;

/** The first tax year that is offered: the boxes of the return are known from it on. */
const FIRST_YEAR = 2024;

/** The tax years that are offered on a day, the latest first, with the one that is shown. */
export function yearsOn(today: string, shown: string): string[] {
  const current = Number(yearOf(today));
  const offered = Array.from({ length: current - FIRST_YEAR + 1 }, (_, back) => String(current - back));
  return offered.includes(shown) ? offered : [shown, ...offered];
}
