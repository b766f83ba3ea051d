import type { Advice } from "../../../rules/advice";
import { type LineDraft, sameValue } from "../draft/draft";
import { amountText, numberText } from "../draft/numberText";
import { figureProblem } from "./figureProblem";

/** A price that was typed with its VAT, and the one without that stood once it was. */
export interface TypedWithVat {
  text: string;
  price: string;
  /** Why it makes no price, whatever the line. */
  problem: string | null;
}

type Priced = Pick<LineDraft, "price" | "quantity">;
type Core = Pick<Advice, "withoutVat">;

/** What a line's price becomes of one that is typed with VAT; null while that is no price, or there is no rate. */
export function priceWithoutVat(
  text: string,
  rate: string,
  { quantity }: Priced,
  { withoutVat }: Core,
): string | null {
  const typed = numberText(text);
  if (typed === "" || rate === "") return null;
  return amountText(withoutVat(typed, rate, numberText(quantity)).price) || null;
}

/** What becomes of a line whose price is typed with VAT, and what is kept of that. */
export function withVatTyped(
  line: Priced,
  figure: string,
  rate: string,
  core: Core,
): { patch: { price: string } | null; typed: TypedWithVat } {
  const price = priceWithoutVat(figure, rate, line, core);
  // By itself, of one: a rate or a quantity beyond its limits has its own error.
  const isHeld = (number: string) => core.withoutVat(number, "0", "1").price !== "";
  const limits = { most: "10,000,000", decimals: 4, isHeld };
  const problem = figureProblem("Price with VAT", figure, limits);
  return {
    patch: price === null ? null : { price },
    typed: { text: figure, price: price ?? line.price, problem },
  };
}

/** Whether a line's price is the one that was typed with VAT, or the one that stood while no price could be made of it. */
function stands(typed: TypedWithVat, rate: string, line: Priced, core: Core): boolean {
  const price = priceWithoutVat(typed.text, rate, line, core) ?? numberText(typed.price);
  return sameValue(price, numberText(line.price));
}

/**
 * What is shown of a price that was typed with VAT: its text while the line has the price that it makes, and what the
 * line comes to where pence cannot hit it.
 */
export function shownWithVat(
  typed: TypedWithVat | null,
  rate: string,
  line: Priced,
  core: Core,
): { text: string; price: string; comesTo: string } {
  const nothing = { text: "", price: "", comesTo: "" };
  if (typed === null || !stands(typed, rate, line, core)) return nothing;
  const price = priceWithoutVat(typed.text, rate, line, core);
  if (price === null) return { ...nothing, text: typed.text };
  const { comesTo } = core.withoutVat(numberText(typed.text), rate, numberText(line.quantity));
  return { text: typed.text, price, comesTo };
}

/** A line at the rate that it is charged. */
interface Rated {
  line: Priced;
  rate: string;
}

/**
 * The price that keeps what was typed with VAT, of a line whose rate or quantity became another; null where the price
 * stays as it is.
 */
export function priceKeptWithVat(
  typed: TypedWithVat,
  before: Rated,
  after: Rated,
  core: Core,
): string | null {
  // What was written into the price itself counts.
  if (after.line.price !== before.line.price) return null;
  if (!stands(typed, before.rate, before.line, core)) return null;
  const price = priceWithoutVat(typed.text, after.rate, after.line, core);
  return price === null || sameValue(price, numberText(after.line.price)) ? null : price;
}
