import type { Advice } from "../../../rules/advice";
import { type LineDraft, sameValue } from "../draft/draft";
import { amountText, numberText } from "../draft/numberText";

/** A price that was typed with its VAT, and the one without that it made. */
export interface TypedWithVat {
  text: string;
  price: string;
}

type Priced = Pick<LineDraft, "price" | "quantity">;
type Core = Pick<Advice, "withoutVat">;

/** What a line's price becomes of one that is typed with VAT; null while that is no price. */
export function priceWithoutVat(
  text: string,
  rate: string,
  { quantity }: Priced,
  { withoutVat }: Core,
): string | null {
  const typed = numberText(text);
  if (typed === "") return null;
  return amountText(withoutVat(typed, rate, numberText(quantity)).price) || null;
}

/**
 * What is shown of a price that was typed with VAT: its text while the line still has the price that it made, and
 * what the line comes to where pence cannot hit it. A price, a quantity or a rate that was changed since forgets it.
 */
export function shownWithVat(
  typed: TypedWithVat | null,
  rate: string,
  line: Priced,
  core: Core,
): { text: string; price: string; comesTo: string } {
  const nothing = { text: "", price: "", comesTo: "" };
  if (typed === null || !sameValue(numberText(line.price), numberText(typed.price))) return nothing;
  const price = priceWithoutVat(typed.text, rate, line, core);
  if (price === null) return { ...nothing, text: typed.text };
  if (!sameValue(price, numberText(line.price))) return nothing;
  const { comesTo } = core.withoutVat(numberText(typed.text), rate, numberText(line.quantity));
  return { text: typed.text, price, comesTo };
}
