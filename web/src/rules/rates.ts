import { VAT_RATES } from "../api/generated/rates";
import { todayInLondon } from "./calendar";

/** A VAT rate on a day, YYYY-MM-DD, as it is typed; before the first known rate, that one. */
export function getVatRate(name: keyof typeof VAT_RATES, day = todayInLondon()): string {
  const rates: readonly { from: string; percent: string }[] = VAT_RATES[name];
  const rate = rates.find(({ from }) => from <= day) ?? rates.at(-1);
  return rate?.percent ?? "0";
}

/** Today's rates. */
export const STANDARD_VAT_RATE = getVatRate("standard");
export const REDUCED_VAT_RATE = getVatRate("reduced");
export const ZERO_VAT_RATE = getVatRate("zero");
