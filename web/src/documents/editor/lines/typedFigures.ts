import type { Rules } from "../../../rules/rules";
import type { DocumentDraft } from "../draft/draft";
import type { FieldErrors } from "../draft/fieldErrors";
import { getIncludedVatRate } from "../draft/pricesWithVat";
import { getVatRateInPrice } from "../draft/vatRates";
import { createMarkUpRules, getMarkUpProblem, type TypedMarkUp } from "./markUp";

/** What was typed of a line and is in no document: its price is what comes of it. */
export interface TypedLineValues {
  markUp?: TypedMarkUp | null;
}

type TypedValuesByLine = ReadonlyMap<string, TypedLineValues>;

/** What an editor's lines were typed as, by their ids, for as long as it is open: folded or not. */
export class TypedLineValuesStore {
  private valuesByLine: TypedValuesByLine = new Map();
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly snapshot = (): TypedValuesByLine => this.valuesByLine;

  readonly storeValues = (line: string, typed: TypedLineValues): void => {
    this.valuesByLine = new Map(this.valuesByLine).set(line, { ...this.valuesByLine.get(line), ...typed });
    for (const listener of this.listeners) listener();
  };
}

/** The errors with what is wrong with figures that only their fields hold: nothing is saved of those. */
export function addTypedValueErrors(
  errors: FieldErrors,
  draft: DocumentDraft,
  typedByLine: TypedValuesByLine,
  rules: Rules,
): FieldErrors {
  const problems = new Map<string, string>();
  for (const [id, { markUp }] of typedByLine) {
    const line = draft.items.find((one) => one.id === id);
    if (!line || !markUp) continue;
    const problem = getMarkUpProblem(
      line,
      markUp,
      createMarkUpRules(rules, getVatRateInPrice(line.vat, getIncludedVatRate(draft))),
    );
    if (problem) problems.set(`${id}.markUp`, problem);
  }
  return problems.size === 0 ? errors : new Map([...errors, ...problems]);
}
