import { VAT_RATES } from "../api/generated/rates";
import { todayInLondon } from "./calendar";

/** A rate of VAT on a day, YYYY-MM-DD, as it is typed; the oldest that is known before it was. */
export function vatRate(name: keyof typeof VAT_RATES, day = todayInLondon()): string {
  const rates: readonly { from: string; percent: string }[] = VAT_RATES[name];
  const held = rates.find(({ from }) => from <= day) ?? rates.at(-1);
  return held?.percent ?? "0";
}

/** The rates that are offered today. */
export const STANDARD = vatRate("standard");
export const REDUCED = vatRate("reduced");
export const ZERO = vatRate("zero");
