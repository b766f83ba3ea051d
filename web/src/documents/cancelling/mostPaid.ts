import { isRefusal, type Rules } from "../../rules/rules";
import { type Draft, toWire } from "../editor/draft/draft";

/** A draft whose customer may come to pay another sum than its total: something of it is theirs to pick, or it varies a job. */
export const isOpen = ({ items, choices, varies }: Pick<Draft, "items" | "choices" | "varies">): boolean =>
  varies !== undefined || choices.length > 0 || items.some(({ optional }) => optional);

/** The most, in pounds, that may be paid under a draft; null of one that the rules do not read as yet. */
export function mostPaid(rules: Pick<Rules, "mostPaid">, draft: Draft): string | null {
  try {
    return rules.mostPaid(toWire("quote", draft), draft.varies?.agreed ?? "0") ?? null;
  } catch (thrown) {
    if (isRefusal(thrown)) return null;
    throw thrown;
  }
}
