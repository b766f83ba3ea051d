import type { Presentation } from "../../api/generated/Presentation";

/** What a customer picks of a quote. */
export interface Picks {
  /** The ids of the optional lines that are ticked. */
  selected: readonly string[];
  /** The id of the choice that is taken; null of a quote without choices. */
  chosen: string | null;
}

/** Whether there is anything to pick before accepting. */
export const hasPicks = ({ actions }: Presentation): boolean => actions.options || actions.choose === true;

/** The id of the choice that a quote's figures count; null of a quote without choices. */
export const chosenOf = ({ choices }: Presentation): string | null =>
  choices?.find(({ chosen }) => chosen)?.id ?? null;

/** What is to be done before accepting, as a sentence to a customer who reads the quote; empty for nothing. */
export function whatToPick({ actions, choices }: Presentation): string {
  const name = choices?.find(({ chosen }) => chosen)?.name;
  const pick = `“${name}” is in the total: pick the one you want in the quote, and the total follows.`;
  const tick = actions.choose
    ? "Some items are optional: tick the ones you want."
    : "Some items are optional: tick the ones you want in the quote, and the total follows.";
  return [actions.choose && pick, actions.options && tick].filter(Boolean).join(" ");
}

/** What to do where a pick could not be worked out. */
export const again = ({ actions }: Presentation): string =>
  actions.choose ? "pick it again." : "tick the item again.";
