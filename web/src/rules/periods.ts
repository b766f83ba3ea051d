import { TAX_YEAR_BEGINS } from "../api/generated/rates";

/** A range of days that a list can be filtered by, with its name in the address. */
export interface Period {
  value: string;
  label: string;
  from: string;
  to: string;
}

const MONTH_FORMAT = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });

const toIsoDate = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);

function createMonth(year: number, number: number): Period {
  const from = toIsoDate(year, number, 1);
  return {
    value: from.slice(0, 7),
    label: MONTH_FORMAT.format(new Date(from)),
    from,
    // The last day of the month.
    to: toIsoDate(year, number + 1, 0),
  };
}

/** The tax year that begins in a calendar year. */
function createTaxYear(year: number): Period {
  const [number = 0, day = 0] = TAX_YEAR_BEGINS.split("-").map(Number);
  return {
    value: `tax-${year}`,
    label: `Tax year ${year}/${String((year + 1) % 100).padStart(2, "0")}`,
    from: toIsoDate(year, number, day),
    to: toIsoDate(year + 1, number, day - 1),
  };
}

/** The ranges offered on a day: the months of the year, latest first, and this and the last two tax years. */
export function listPeriods(today: string): Period[] {
  const [year = 0, number = 0] = today.split("-").map(Number);
  const months = Array.from({ length: 13 }, (_, back) => {
    const first = new Date(Date.UTC(year, number - 1 - back, 1));
    return createMonth(first.getUTCFullYear(), first.getUTCMonth() + 1);
  });
  const begun = today.slice(5) >= TAX_YEAR_BEGINS ? year : year - 1;
  return [...[begun, begun - 1, begun - 2].map(createTaxYear), ...months];
}

/** The range for a name in the address, whether or not it is offered. */
export function parsePeriod(value: string): Period | undefined {
  const tax = /^tax-(\d{4})$/.exec(value);
  if (tax) return createTaxYear(Number(tax[1]));
  const one = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(value);
  return one ? createMonth(Number(one[1]), Number(one[2])) : undefined;
}

/** The tax year of a day, identified by the calendar year in which it begins. */
export function getTaxYear(day: string): string {
  const year = Number(day.slice(0, 4));
  return String(day.slice(5) >= TAX_YEAR_BEGINS ? year : year - 1);
}

/** `2026/27` */
export const formatTaxYear = (year: string) => `${year}/${String((Number(year) + 1) % 100).padStart(2, "0")}`;

/** The first tax year offered: from then on, the boxes of the return are known. */
const FIRST_TAX_YEAR = 2024;

/** The tax years offered on a day, latest first, including the selected one. */
export function listTaxYears(today: string, selected: string): string[] {
  const current = Number(getTaxYear(today));
  const offered = Array.from({ length: current - FIRST_TAX_YEAR + 1 }, (_, back) => String(current - back));
  return offered.includes(selected) ? offered : [selected, ...offered];
}
