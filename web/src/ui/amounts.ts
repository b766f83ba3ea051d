/**
 * Pounds from the API ("1234.50") in whole pence, for comparing or drawing; 0 if the text isn't such an
 * amount. Adding amounts is core's task (`sumPounds`).
 */
export function parsePence(pounds: string): number {
  const found = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(pounds);
  if (found === null) return 0;
  const [, sign = "", whole = "0", fraction = ""] = found;
  const amount = Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
  return sign ? -amount : amount;
}

/** Whole pence as the API's pounds: "1234.50". */
export function formatPence(pence: number): string {
  const digits = String(Math.abs(pence)).padStart(3, "0");
  return `${pence < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Numbers that were typed can have any number of decimals. */
const AMOUNT_FORMAT = new Intl.NumberFormat("en-GB", { minimumFractionDigits: 2, maximumFractionDigits: 20 });

const isAmount = (typed: string): typed is `${number}` => /^-?(\d+\.?\d*|\.\d+)$/.test(typed);

/**
 * An amount as its field displays it once left: '1200' as '1,200.00', with any third and fourth decimal. Text
 * that isn't an amount stays as typed.
 */
export function formatTypedAmount(typed: string): string {
  if (!isAmount(typed)) return typed;
  // As text, not as a float, so that every digit stays.
  const amount = AMOUNT_FORMAT.format(typed);
  return /[1-9]/.test(amount) ? amount : "0.00";
}

/** For numbers that aren't amounts. */
export const keepAsTyped = (typed: string): string => typed;
