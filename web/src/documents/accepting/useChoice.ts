import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Kind } from "../../api/generated/Kind";
import type { Presentation } from "../../api/generated/Presentation";
import type { PublicPage } from "../../api/generated/PublicPage";
import { isUnreached } from "../../api/reach";
import { get } from "../../api/reads";
import { KINDS } from "../kind";
import { publicKeys } from "../publicKeys";

/** Which optional lines the customer takes, and the document as it is with them. */
export interface Choice {
  /** The document with the last choice that was worked out; until one was, as the business set it. */
  shown: Presentation;
  /** The ids of the optional lines ticked. */
  selected: string[];
  /** Where the PDF with them is. */
  pdf: string;
  /** What is ticked is being worked out: `shown` lags behind. */
  isReckoning: boolean;
  /** The last tick could not be worked out and was taken back. */
  hasFailed: boolean;
  toggle: (id: string) => void;
}

/** A choice for one version of the document, and that version with it once it is worked out. */
interface Ticked {
  version: string;
  ids: string[];
  shown: Presentation | null;
}

/**
 * The customer's choice among the optional lines. The server works it out, by what it knows alone as well: what a line
 * cost the business moves a deduction under CIS, and is nobody else's to see. A new version of the document starts from
 * what the business set.
 */
export function useChoice(
  kind: Kind,
  token: string,
  page: PublicPage,
  /** On the business's own device, which knows all of the document: the same without the server. Stable. */
  here?: (ids: readonly string[]) => Presentation | null,
): Choice {
  const client = useQueryClient();
  const [ticked, setTicked] = useState<Ticked | null>(null);
  const [wanted, setWanted] = useState<Ticked | null>(null);
  const [hasFailed, setHasFailed] = useState(false);

  const ofThis = (choice: Ticked | null) => (choice?.version === page.version ? choice : null);
  const before = ofThis(ticked);
  const next = ofThis(wanted);
  const shown = (page.presentation.actions.options && before?.shown) || page.presentation;
  const selected = next?.ids ?? before?.ids ?? takenAsSet(page.presentation);

  useEffect(() => {
    if (!wanted) return;
    const left = new AbortController();
    reckon(kind, token, wanted, left.signal)
      .catch((error: unknown) => {
        const shown = here?.(wanted.ids);
        if (!shown || !isUnreached(error)) throw error;
        return { ...wanted, shown };
      })
      .then((chosen) => {
        if (left.signal.aborted) return;
        if (chosen) setTicked(chosen);
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

  return {
    shown,
    selected,
    pdf: page.presentation.actions.options && before ? `${page.pdf}?${query(before.ids)}` : page.pdf,
    isReckoning: next !== null,
    hasFailed,
    toggle: (id) => {
      setHasFailed(false);
      setWanted({ version: page.version, ids: toggled(selected, id), shown: null });
    },
  };
}

/** The optional lines that the business set as taken. */
function takenAsSet(shown: Presentation): string[] {
  return shown.lines.filter((line) => line.optional && line.selected).map((line) => line.id);
}

function toggled(ids: string[], id: string): string[] {
  return ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];
}

const query = (ids: string[]) => new URLSearchParams({ selected: ids.join(",") }).toString();

/** As the server shows it with this choice; null where it has another version by now. */
async function reckon(
  kind: Kind,
  token: string,
  choice: Ticked,
  signal: AbortSignal,
): Promise<Ticked | null> {
  const { page } = await get(`${KINDS[kind].api}/public/{token}`, {
    params: { token },
    query: { with: "page", selected: choice.ids.join(",") },
    signal,
  });
  return page?.version === choice.version ? { ...choice, shown: page.presentation } : null;
}
