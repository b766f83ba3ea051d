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

/** The picks for a quote. */
export interface QuotePicks {
  /** The ids of the ticked optional lines. */
  selected: readonly string[];
  /** The id of the choice; null if the quote has no choices. */
  chosen: string | null;
}

/** What customers have picked themselves; everything else is as the business set it. */
export interface OwnPicks {
  /** The id of the choice that they picked; null if they picked none. */
  chosen: string | null;
  /** The optional lines that they ticked or unticked, by id, and whether each is ticked. */
  ticks: ReadonlyMap<string, boolean>;
  /** The name of each of these when they picked it, by id. */
  names: ReadonlyMap<string, string>;
}

/** No picks yet. */
export const NO_OWN_PICKS: OwnPicks = { chosen: null, ticks: new Map(), names: new Map() };

/**
 * The picks for a version of a quote, given as the business set it: the customer's own picks, as far as this
 * version still offers them. An edit of something else doesn't remove any.
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

/** A sentence about the customer's picks that this version no longer offers; empty if there are none. */
export function describeLostPicks(presentation: Presentation, { chosen, ticks, names }: OwnPicks): string {
  // An optional line may have become a fixed part of the quote: then it isn't lost.
  const offered = [...(presentation.choices ?? []), ...presentation.lines].map(({ id }) => id);
  const picked = [chosen, ...[...ticks].map(([id, isTicked]) => isTicked && id)];
  const lostNames = picked.flatMap((id) => (id && !offered.includes(id) ? `“${names.get(id)}”` : []));
  return lostNames.length > 0
    ? `No longer offered, although you had picked it: ${lostNames.join(", ")}.`
    : "";
}

/** The name of a line or choice of a document. */
export const findPickName = ({ lines, choices }: Presentation, id: string): string =>
  [...(choices ?? []), ...lines].find((pickable) => pickable.id === id)?.name ?? "";

/** Whether there is anything to pick before accepting. */
export const hasPickableItems = ({ actions }: Presentation): boolean =>
  actions.options || actions.choose === true;

/** The id of the choice that a quote's totals include; null if the quote has no choices. */
export const getChosenChoiceId = ({ choices }: Presentation): string | null =>
  choices?.find(({ chosen }) => chosen)?.id ?? null;

/** A sentence about what the customer must pick before accepting; empty if there is nothing. */
export function describeWhatToPick({ actions, choices }: Presentation): string {
  const name = choices?.find(({ chosen }) => chosen)?.name;
  const pick = `The total includes “${name}”. Pick the one you want and the total updates.`;
  const tick = actions.choose
    ? "Some items are optional: tick the ones you want."
    : "Some items are optional: tick the ones you want and the total updates.";
  return [actions.choose && pick, actions.options && tick].filter(Boolean).join(" ");
}

/** What to do if the totals for a pick couldn't be calculated. */
export const describeRetryPick = ({ actions }: Presentation): string =>
  actions.choose ? "pick it again." : "tick the item again.";

/** The customer's picks for a quote, and the document with them. */
export interface QuotePicker extends QuotePicks {
  /**
   * This version of the document with the last picks that were calculated; before that, as the business set
   * it.
   */
  presentation: Presentation;
  /** The id of the choice that the business recommends; null if the quote has no choices. */
  recommended: string | null;
  /** The address of the PDF with the picks. */
  pdf: string;
  /** The picks are being calculated: `presentation` lags behind. */
  isCalculating: boolean;
  /** The last pick couldn't be calculated and was undone. */
  hasFailed: boolean;
  /** A sentence about picks that this version no longer offers; empty if there are none. */
  lostPicksText: string;
  /** Ticks or unticks an optional line. */
  toggle: (id: string) => void;
  /** Picks one of the choices. */
  choose: (id: string) => void;
}

/** The document as it was read, with the picks that were calculated. */
interface CalculatedPicks {
  readVersion: string;
  /** The query string of the request for these picks. */
  queryString: string;
  /** The customer's picks, to restore if a later one fails. */
  ownPicks: OwnPicks;
  presentation: Presentation;
}

/**
 * The customer's picks: one of the choices, and optional lines. The server calculates the totals, because
 * they can depend on data that the customer must not see: the cost of a line affects the CIS deduction. When
 * there is a new version, picks that it still offers remain and are calculated again.
 */
export function useQuotePicker(
  kind: DocumentKind,
  token: string,
  page: PublicPage,
  /**
   * On the business's own device, which has the whole document: presents the picks without the server. Must
   * be stable.
   */
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
        // Once the newer version has loaded, the picks are requested for that one.
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
  // Sent even if it is empty: if it were omitted, the lines would be as the business set them.
  selected: [...selected],
  ...(chosen !== null && { choice: chosen }),
});

/** The server's presentation with these picks; null if it has another version by now. */
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
