import type { Rules } from "../../../rules/rules";
import type { Draft } from "../draft/draft";
import type { FieldErrors } from "../draft/errors";
import { vatInPrices } from "../draft/pricesWithVat";
import { rateInPrice } from "../draft/vatRates";
import { atRate, markUpProblem, type TypedMarkUp } from "./markUp";

/** What was typed of a line and is in no document: its price is what comes of it. */
export interface TypedOfLine {
  markUp?: TypedMarkUp | null;
}

type Figures = ReadonlyMap<string, TypedOfLine>;

/** What an editor's lines were typed as, by their ids, for as long as it is open: folded or not. */
export class TypedFigures {
  private figures: Figures = new Map();
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly snapshot = (): Figures => this.figures;

  readonly put = (line: string, typed: TypedOfLine): void => {
    this.figures = new Map(this.figures).set(line, { ...this.figures.get(line), ...typed });
    for (const listener of this.listeners) listener();
  };
}

/** The errors with what is wrong with figures that only their fields hold: nothing is saved of those. */
export function withTyped(errors: FieldErrors, draft: Draft, figures: Figures, rules: Rules): FieldErrors {
  const found = new Map<string, string>();
  for (const [id, { markUp }] of figures) {
    const line = draft.items.find((one) => one.id === id);
    if (!line || !markUp) continue;
    const wrong = markUpProblem(line, markUp, atRate(rules, rateInPrice(line.vat, vatInPrices(draft))));
    if (wrong) found.set(`${id}.markUp`, wrong);
  }
  return found.size === 0 ? errors : new Map([...errors, ...found]);
}
