import { useEffect, useState } from "react";
import type { Presentation } from "../../api/generated/Presentation";
import type { PublicAnswer } from "../../api/generated/PublicAnswer";
import type { PublicPage } from "../../api/generated/PublicPage";
import { choose } from "../../rules/choose";
import { loadRules } from "../../rules/rules";

/** Which optional lines the customer takes, and the document as it is with them. */
export interface Choice {
  /** The document with the last choice that was worked out; until one was, as the business set it. */
  shown: Presentation;
  /** The ids of the optional lines ticked. */
  selected: string[];
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
 * The customer's choice among the optional lines. The rules are loaded when the first box is ticked, not before: most
 * customers only read. A new version of the document starts from what the business set.
 */
export function useChoice(answer: PublicAnswer, page: PublicPage): Choice {
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
    let isOver = false;
    reckon(answer, page.today, wanted)
      .then((chosen) => {
        if (!isOver) setTicked(chosen);
      })
      .catch((error: unknown) => {
        console.error("Failed to work out the total", error);
        if (!isOver) setHasFailed(true);
      })
      .finally(() => {
        if (!isOver) setWanted(null);
      });
    return () => {
      isOver = true;
    };
  }, [wanted, answer, page.today]);

  return {
    shown,
    selected,
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

/** By the server's own rules, in the browser. */
async function reckon(answer: PublicAnswer, today: string, choice: Ticked): Promise<Ticked> {
  const shown = choose(await loadRules(), answer, choice.ids, today);
  if (!shown) throw new Error("The rules refuse this choice.");
  return { ...choice, shown };
}
