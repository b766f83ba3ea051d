import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { address } from "../../api/calls";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { Presentation } from "../../api/generated/Presentation";
import type { PublicPage } from "../../api/generated/PublicPage";
import { isUnreached } from "../../api/reach";
import { get } from "../../api/reads";
import { KINDS } from "../kind";
import { publicKeys } from "../publicKeys";
import { chosenOf, hasPicks, lostOf, nameOf, type Picks, standingOf, type Touched, UNTOUCHED } from "./picks";
import { readOf } from "./read";

/** What the customer picks of a quote, and the document as it is with that. */
export interface Choice extends Picks {
  /** This version of the document with the last picks that were worked out; until some were, as the business set it. */
  shown: Presentation;
  /** The id of the choice that the business recommends; null of a quote without choices. */
  recommended: string | null;
  /** Where the PDF with the picks is. */
  pdf: string;
  /** What is picked is being worked out: `shown` lags behind. */
  isReckoning: boolean;
  /** The last pick could not be worked out and was taken back. */
  hasFailed: boolean;
  /** What they had picked of an earlier version and this one does not offer, as a sentence; empty for nothing. */
  lost: string;
  /** Ticks an optional line, or takes its tick away. */
  toggle: (id: string) => void;
  /** Picks one of the choices. */
  choose: (id: string) => void;
}

/** The document as it was read, with picks that were worked out. */
interface Found {
  read: string;
  /** The picks, as the server was asked for them. */
  asked: string;
  /** What the customer had picked, to go back to. */
  touched: Touched;
  shown: Presentation;
}

/**
 * The customer's picks: one of the choices, and the optional lines. The server works them out, by what it knows alone
 * as well: what a line cost the business moves a deduction under CIS, and is nobody else's to see. On a new version of
 * the document they stand as far as it still offers them, and are worked out anew.
 */
export function useChoice(
  kind: DocumentKind,
  token: string,
  page: PublicPage,
  /** On the business's own device, which knows all of the document: the same without the server. Stable. */
  here?: (picks: Picks) => Presentation | null,
): Choice {
  const client = useQueryClient();
  const [touched, setTouched] = useState(UNTOUCHED);
  const [found, setFound] = useState<Found | null>(null);
  const [hasFailed, setHasFailed] = useState(false);

  const { presentation, pdf } = page;
  const read = readOf(page);
  const standing = useMemo(() => standingOf(presentation, touched), [presentation, touched]);
  const asked = address("", { query: query(standing) }).slice(1);
  const isOwn = hasPicks(presentation) && touched !== UNTOUCHED;
  const before = isOwn && found?.read === read ? found : null;
  const isReckoning = isOwn && before?.asked !== asked;

  useEffect(() => {
    if (!isReckoning) return;
    const left = new AbortController();
    reckon(kind, token, read, standing, left.signal)
      .catch((error: unknown) => {
        const shown = here?.(standing);
        if (!shown || !isUnreached(error)) throw error;
        return shown;
      })
      .then(async (shown) => {
        if (left.signal.aborted) return;
        if (shown) return setFound({ read, asked, touched, shown });
        // Once the newer version is here, it is asked for that one.
        const queryKey = publicKeys.one(kind, token);
        await client.invalidateQueries({ queryKey }, { throwOnError: true });
      })
      .catch((error: unknown) => {
        if (left.signal.aborted) return;
        console.error("Failed to work out the total", error);
        setHasFailed(true);
        setTouched(before?.touched ?? UNTOUCHED);
      });
    return () => left.abort();
  }, [isReckoning, asked, standing, touched, before, read, client, kind, token, here]);

  const touch = (id: string, changed: Partial<Touched>) => {
    const names = new Map(touched.names).set(id, nameOf(presentation, id));
    setHasFailed(false);
    setTouched({ ...touched, ...changed, names });
  };
  return {
    ...standing,
    shown: before?.shown ?? presentation,
    recommended: chosenOf(presentation),
    pdf: before ? `${pdf}?${before.asked}` : pdf,
    isReckoning,
    hasFailed,
    lost: lostOf(presentation, touched),
    toggle: (id) => touch(id, { ticks: new Map(touched.ticks).set(id, !standing.selected.includes(id)) }),
    choose: (id) => touch(id, { chosen: id }),
  };
}

const query = ({ selected, chosen }: Picks) => ({
  // None of them is said as well: left out they would be as the business set them.
  selected: [...selected],
  ...(chosen !== null && { choice: chosen }),
});

/** As the server shows it with these picks; null where it has another version by now. */
async function reckon(
  kind: DocumentKind,
  token: string,
  read: string,
  picks: Picks,
  signal: AbortSignal,
): Promise<Presentation | null> {
  const { page } = await get(`${KINDS[kind].api}/public/{token}`, {
    params: { token },
    query: { with: "page", ...query(picks) },
    signal,
  });
  return page && readOf(page) === read ? page.presentation : null;
}
