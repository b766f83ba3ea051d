import type { Presentation } from "../../api/generated/Presentation";

/** What a customer picks of a quote. */
export interface QuotePicks {
  /** The ids of the optional lines that are ticked. */
  selected: readonly string[];
  /** The id of the choice that is taken; null of a quote without choices. */
  chosen: string | null;
}

/** What a customer has picked themselves; what is not in it is as the business set it. */
export interface OwnPicks {
  /** The id of the choice; null where they picked none. */
  chosen: string | null;
  /** Of each optional line that they ticked or took the tick from, by its id, whether it is ticked. */
  ticks: ReadonlyMap<string, boolean>;
  /** What each of these was called when they touched it, by its id. */
  names: ReadonlyMap<string, string>;
}

/** Nothing is picked yet. */
export const NO_OWN_PICKS: OwnPicks = { chosen: null, ticks: new Map(), names: new Map() };

/**
 * The picks that stand on a version of a quote, given as the business set it: the customer's own, as far as this version
 * still offers what they picked. An edit of something else takes none of them away.
 */
export function applyOwnPicks(presentation: Presentation, ownPicks: OwnPicks): QuotePicks {
  const takenLines = presentation.lines.filter(
    ({ id, optional, selected }) => optional && (ownPicks.ticks.get(id) ?? selected),
  );
  const ownChoice = presentation.choices?.find(({ id }) => id === ownPicks.chosen);
  return {
    selected: takenLines.map(({ id }) => id),
    chosen: ownChoice?.id ?? getChosenChoiceId(presentation),
  };
}

/** What the customer had picked and this version does not offer any more, as a sentence; empty for nothing. */
export function describeLostPicks(presentation: Presentation, { chosen, ticks, names }: OwnPicks): string {
  // What was optional may be part of the quote by now: that is not lost.
  const offered = [...(presentation.choices ?? []), ...presentation.lines].map(({ id }) => id);
  const picked = [chosen, ...[...ticks].map(([id, isTicked]) => isTicked && id)];
  const lostNames = picked.flatMap((id) => (id && !offered.includes(id) ? `“${names.get(id)}”` : []));
  return lostNames.length > 0
    ? `No longer offered, although you had picked it: ${lostNames.join(", ")}.`
    : "";
}

/** What a line or choice of a document is called. */
export const findPickName = ({ lines, choices }: Presentation, id: string): string =>
  [...(choices ?? []), ...lines].find((pickable) => pickable.id === id)?.name ?? "";

/** Whether there is anything to pick before accepting. */
export const hasPickableItems = ({ actions }: Presentation): boolean =>
  actions.options || actions.choose === true;

/** The id of the choice that a quote's figures count; null of a quote without choices. */
export const getChosenChoiceId = ({ choices }: Presentation): string | null =>
  choices?.find(({ chosen }) => chosen)?.id ?? null;

/** What is to be done before accepting, as a sentence to a customer who reads the quote; empty for nothing. */
export function describeWhatToPick({ actions, choices }: Presentation): string {
  const name = choices?.find(({ chosen }) => chosen)?.name;
  const pick = `The total includes “${name}”. Pick the one you want and the total updates.`;
  const tick = actions.choose
    ? "Some items are optional: tick the ones you want."
    : "Some items are optional: tick the ones you want and the total updates.";
  return [actions.choose && pick, actions.options && tick].filter(Boolean).join(" ");
}

/** What to do where a pick could not be worked out. */
export const describeRetryPick = ({ actions }: Presentation): string =>
  actions.choose ? "pick it again." : "tick the item again.";
