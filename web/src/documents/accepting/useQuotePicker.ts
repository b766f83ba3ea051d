import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { Presentation } from "../../api/generated/Presentation";
import type { PublicPage } from "../../api/generated/PublicPage";
import { isUnreachedError } from "../../api/reachability";
import { get } from "../../api/reads";
import { buildUrl } from "../../api/requests";
import { KINDS } from "../kind";
import { publicPageKeys } from "../publicPageKeys";
import {
  applyOwnPicks,
  describeLostPicks,
  findPickName,
  getChosenChoiceId,
  hasPickableItems,
  NO_OWN_PICKS,
  type OwnPicks,
  type QuotePicks,
} from "./picks";
import { getReadVersion } from "./read";

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
