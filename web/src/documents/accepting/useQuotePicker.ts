import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { Presentation } from "../../api/generated/Presentation";
import type { PublicPage } from "../../api/generated/PublicPage";
import { isUnreachedError } from "../../api/reachability";
import { buildUrl, get } from "../../api/requests";
import { KINDS } from "../kind";
import { publicPageKeys } from "../publicPageKeys";
import { getReadVersion } from "./acceptance";

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

/** What the customer picks of a quote, and the document as it is with that. */
export interface QuotePicker extends QuotePicks {
  /** This version of the document with the last picks that were worked out; until some were, as the business set it. */
  presentation: Presentation;
  /** The id of the choice that the business recommends; null of a quote without choices. */
  recommended: string | null;
  /** Where the PDF with the picks is. */
  pdf: string;
  /** What is picked is being worked out: `presentation` lags behind. */
  isCalculating: boolean;
  /** The last pick could not be worked out and was taken back. */
  hasFailed: boolean;
  /** What they had picked of an earlier version and this one does not offer, as a sentence; empty for nothing. */
  lostPicksText: string;
  /** Ticks an optional line, or takes its tick away. */
  toggle: (id: string) => void;
  /** Picks one of the choices. */
  choose: (id: string) => void;
}

/** The document as it was read, with picks that were worked out. */
interface CalculatedPicks {
  readVersion: string;
  /** The picks, as the server was asked for them. */
  queryString: string;
  /** What the customer had picked, to go back to. */
  ownPicks: OwnPicks;
  presentation: Presentation;
}

/**
 * The customer's picks: one of the choices, and the optional lines. The server works them out, by what it knows alone
 * as well: what a line cost the business moves a deduction under CIS, and is nobody else's to see. On a new version of
 * the document they stand as far as it still offers them, and are worked out anew.
 */
export function useQuotePicker(
  kind: DocumentKind,
  token: string,
  page: PublicPage,
  /** On the business's own device, which knows all of the document: the same without the server. Stable. */
  presentLocally?: (picks: QuotePicks) => Presentation | null,
): QuotePicker {
  const client = useQueryClient();
  const [ownPicks, setOwnPicks] = useState(NO_OWN_PICKS);
  const [calculated, setCalculated] = useState<CalculatedPicks | null>(null);
  const [hasFailed, setHasFailed] = useState(false);

  const { presentation, pdf } = page;
  const readVersion = getReadVersion(page);
  const picks = useMemo(() => applyOwnPicks(presentation, ownPicks), [presentation, ownPicks]);
  const queryString = buildUrl("", { query: toPicksQuery(picks) }).slice(1);
  const isOwn = hasPickableItems(presentation) && ownPicks !== NO_OWN_PICKS;
  const current = isOwn && calculated?.readVersion === readVersion ? calculated : null;
  const isCalculating = isOwn && current?.queryString !== queryString;

  useEffect(() => {
    if (!isCalculating) return;
    const controller = new AbortController();
    calculatePicks(kind, token, readVersion, picks, controller.signal)
      .catch((error: unknown) => {
        const presentation = presentLocally?.(picks);
        if (!presentation || !isUnreachedError(error)) throw error;
        return presentation;
      })
      .then(async (presentation) => {
        if (controller.signal.aborted) return;
        if (presentation) return setCalculated({ readVersion, queryString, ownPicks, presentation });
        // Once the newer version is here, it is asked for that one.
        const queryKey = publicPageKeys.one(kind, token);
        await client.invalidateQueries({ queryKey }, { throwOnError: true });
      })
      .catch((error: unknown) => {
        if (controller.signal.aborted) return;
        console.error("Failed to work out the total", error);
        setHasFailed(true);
        setOwnPicks(current?.ownPicks ?? NO_OWN_PICKS);
      });
    return () => controller.abort();
  }, [
    isCalculating,
    queryString,
    picks,
    ownPicks,
    current,
    readVersion,
    client,
    kind,
    token,
    presentLocally,
  ]);

  const updateOwnPicks = (id: string, changed: Partial<OwnPicks>) => {
    const names = new Map(ownPicks.names).set(id, findPickName(presentation, id));
    setHasFailed(false);
    setOwnPicks({ ...ownPicks, ...changed, names });
  };
  return {
    ...picks,
    presentation: current?.presentation ?? presentation,
    recommended: getChosenChoiceId(presentation),
    pdf: current ? `${pdf}?${current.queryString}` : pdf,
    isCalculating,
    hasFailed,
    lostPicksText: describeLostPicks(presentation, ownPicks),
    toggle: (id) =>
      updateOwnPicks(id, { ticks: new Map(ownPicks.ticks).set(id, !picks.selected.includes(id)) }),
    choose: (id) => updateOwnPicks(id, { chosen: id }),
  };
}

const toPicksQuery = ({ selected, chosen }: QuotePicks) => ({
  // None of them is said as well: left out they would be as the business set them.
  selected: [...selected],
  ...(chosen !== null && { choice: chosen }),
});

/** As the server shows it with these picks; null where it has another version by now. */
async function calculatePicks(
  kind: DocumentKind,
  token: string,
  readVersion: string,
  picks: QuotePicks,
  signal: AbortSignal,
): Promise<Presentation | null> {
  const { page } = await get(`${KINDS[kind].api}/public/{token}`, {
    params: { token },
    query: { with: "page", ...toPicksQuery(picks) },
    signal,
  });
  return page && getReadVersion(page) === readVersion ? page.presentation : null;
}
