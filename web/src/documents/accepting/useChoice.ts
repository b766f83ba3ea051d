import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Kind } from "../../api/generated/Kind";
import type { Presentation } from "../../api/generated/Presentation";
import type { PublicPage } from "../../api/generated/PublicPage";
import { isUnreached } from "../../api/reach";
import { get } from "../../api/reads";
import { KINDS } from "../kind";
import { publicKeys } from "../publicKeys";
import { chosenOf, hasPicks, type Picks } from "./picks";
import { readOf } from "./read";

/** What the customer picks of a quote, and the document as it is with that. */
export interface Choice extends Picks {
  /** The document with the last picks that were worked out; until some were, as the business set it. */
  shown: Presentation;
  /** The id of the choice that the business recommends; null of a quote without choices. */
  recommended: string | null;
  /** Where the PDF with the picks is. */
  pdf: string;
  /** What is picked is being worked out: `shown` lags behind. */
  isReckoning: boolean;
  /** The last pick could not be worked out and was taken back. */
  hasFailed: boolean;
  /** Ticks an optional line, or takes its tick away. */
  toggle: (id: string) => void;
  /** Picks one of the choices. */
  choose: (id: string) => void;
}

/** Picks of the document as it was read, and that with them once it is worked out. */
interface Picked extends Picks {
  read: string;
  shown: Presentation | null;
}

/**
 * The customer's picks: one of the choices, and the optional lines. The server works them out, by what it knows alone
 * as well: what a line cost the business moves a deduction under CIS, and is nobody else's to see. A new version of the
 * document starts from what the business set.
 */
export function useChoice(
  kind: Kind,
  token: string,
  page: PublicPage,
  /** On the business's own device, which knows all of the document: the same without the server. Stable. */
  here?: (picks: Picks) => Presentation | null,
): Choice {
  const client = useQueryClient();
  const [picked, setPicked] = useState<Picked | null>(null);
  const [wanted, setWanted] = useState<Picked | null>(null);
  const [hasFailed, setHasFailed] = useState(false);

  const ofThis = (picks: Picked | null) => (picks?.read === readOf(page) ? picks : null);
  const before = hasPicks(page.presentation) ? ofThis(picked) : null;
  const next = ofThis(wanted);
  const standing: Picks = next ?? before ?? asSet(page.presentation);

  useEffect(() => {
    if (!wanted) return;
    const left = new AbortController();
    reckon(kind, token, wanted, left.signal)
      .catch((error: unknown) => {
        const shown = here?.(wanted);
        if (!shown || !isUnreached(error)) throw error;
        return { ...wanted, shown };
      })
      .then((found) => {
        if (left.signal.aborted) return;
        if (found) setPicked(found);
        else void client.invalidateQueries({ queryKey: publicKeys.one(kind, token) });
      })
      .catch((error: unknown) => {
        if (left.signal.aborted) return;
        console.error("Failed to work out the total", error);
        setHasFailed(true);
      })
      .finally(() => {
        if (!left.signal.aborted) setWanted(null);
      });
    return () => left.abort();
  }, [wanted, client, kind, token, here]);

  const pick = (changed: Partial<Picks>) => {
    const { selected, chosen } = standing;
    setHasFailed(false);
    setWanted({ selected, chosen, ...changed, read: readOf(page), shown: null });
  };
  return {
    shown: before?.shown ?? page.presentation,
    selected: standing.selected,
    chosen: standing.chosen,
    recommended: chosenOf(page.presentation),
    pdf: before ? `${page.pdf}?${new URLSearchParams(query(before))}` : page.pdf,
    isReckoning: next !== null,
    hasFailed,
    toggle: (id) => pick({ selected: toggled(standing.selected, id) }),
    choose: (id) => pick({ chosen: id }),
  };
}

/** As the business set it. */
function asSet(shown: Presentation): Picks {
  const taken = shown.lines.filter((line) => line.optional && line.selected);
  return { selected: taken.map((line) => line.id), chosen: chosenOf(shown) };
}

function toggled(ids: readonly string[], id: string): string[] {
  return ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];
}

const query = ({ selected, chosen }: Picks) => ({
  selected: selected.join(","),
  ...(chosen !== null && { choice: chosen }),
});

/** As the server shows it with these picks; null where it has another version by now. */
async function reckon(kind: Kind, token: string, picks: Picked, signal: AbortSignal): Promise<Picked | null> {
  const { page } = await get(`${KINDS[kind].api}/public/{token}`, {
    params: { token },
    query: { with: "page", ...query(picks) },
    signal,
  });
  return page && readOf(page) === picks.read ? { ...picks, shown: page.presentation } : null;
}
