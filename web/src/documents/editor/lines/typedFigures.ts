import type { Advice } from "../../../rules/advice";
import type { Rules } from "../../../rules/rules";
import { type Draft, sameValue } from "../draft/draft";
import type { FieldErrors } from "../draft/errors";
import { numberText } from "../draft/numberText";
import { markUpProblem, type TypedMarkUp } from "./markUp";
import { chargedRate, rateOf } from "./vatChoice";
import { priceKeptWithVat, type TypedWithVat } from "./vatPrice";

/** What was typed of a line and is in no document: its price is what comes of it. */
export interface TypedOfLine {
  markUp?: TypedMarkUp | null;
  withVat?: TypedWithVat | null;
}

type Figures = ReadonlyMap<string, TypedOfLine>;

/** What an editor's lines were typed as, by their ids, for as long as it is open: folded or not. */
export class TypedFigures {
  private figures: Figures = new Map();
  private readonly listeners = new Set<() => void>();

  /** `advice`: where it is there by now. */
  constructor(private readonly advice: () => Pick<Advice, "withoutVat"> | null) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly snapshot = (): Figures => this.figures;

  readonly put = (line: string, typed: TypedOfLine): void => {
    this.figures = new Map(this.figures).set(line, { ...this.figures.get(line), ...typed });
    for (const listener of this.listeners) listener();
  };

  /**
   * A draft after another, in which each price that was typed with VAT is still that with VAT: another rate, or another
   * quantity, makes another price without. In the same step, so that one undo takes back both.
   */
  kept(before: Draft, after: Draft): Draft {
    const core = this.advice();
    if (core === null || before === after) return after;
    const prices = new Map<string, string>();
    for (const [id, { withVat }] of this.figures) {
      const was = withVat && before.items.find((line) => line.id === id);
      const is = withVat && after.items.find((line) => line.id === id);
      if (!was || !is) continue;
      const price = priceKeptWithVat(
        withVat,
        { line: was, rate: rateOf(was.vat, before) },
        { line: is, rate: rateOf(is.vat, after) },
        core,
      );
      if (price === null) continue;
      prices.set(id, price);
      this.put(id, { withVat: { ...withVat, price } });
    }
    if (prices.size === 0) return after;
    const items = after.items.map((line) => ({ line, price: prices.get(line.id) }));
    return {
      ...after,
      items: items.map(({ line, price }) => (price === undefined ? line : { ...line, price })),
    };
  }
}

/** The errors with what is wrong with figures that only their fields hold: nothing is saved of those. */
export function withTyped(errors: FieldErrors, draft: Draft, figures: Figures, rules: Rules): FieldErrors {
  const found = new Map<string, string>();
  for (const [id, { markUp, withVat }] of figures) {
    const line = draft.items.find((one) => one.id === id);
    if (!line) continue;
    const wrong = markUp && markUpProblem(line, markUp, rules);
    if (wrong) found.set(`${id}.markUp`, wrong);
    // Where no VAT is charged there is no such field.
    const isCharged = chargedRate(line.vat, rateOf(null, draft)) !== "";
    if (withVat?.problem && isCharged && sameValue(numberText(line.price), numberText(withVat.price))) {
      found.set(`${id}.withVat`, withVat.problem);
    }
  }
  return found.size === 0 ? errors : new Map([...errors, ...found]);
}
