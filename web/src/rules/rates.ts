import { VAT_RATES } from "../api/generated/rates";

/** Writes a day as YYYY-MM-DD, in London. */
const LONDON = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London" });

/** A rate of VAT on a day, YYYY-MM-DD, as it is typed; the oldest that is known before it was. */
export function vatRate(name: keyof typeof VAT_RATES, day = LONDON.format()): string {
  const rates: readonly { from: string; percent: string }[] = VAT_RATES[name];
  const held = rates.find(({ from }) => from <= day) ?? rates.at(-1);
  return held?.percent ?? "0";
}

/** The rates that are offered today. */
export const STANDARD = vatRate("standard");
export const REDUCED = vatRate("reduced");
export const ZERO = vatRate("zero");
