import type { ClipboardEvent } from "react";
import { flushSync } from "react-dom";
import { newId } from "../../../api/ids";
import { useRules } from "../../../rules/rules";
import { toast } from "../../../ui/toast";
import { type Draft, emptyLine, isBlank } from "../draft/draft";
import type { Action } from "../draft/reducer";
import type { Step } from "../history/history";
import { pastedRows } from "./pastedRows";
import { focusLine } from "./useOpenLines";

/** The most that core takes. */
const MOST_LINES = 500;

interface Props {
  current: () => Draft;
  act: (action: Action) => Step | null;
  undoStep: (step: Step) => void;
}

/** Rows of a spreadsheet that are pasted among the lines become lines. */
export function usePasting({ current, act, undoStep }: Props): (event: ClipboardEvent) => void {
  const { readFigure } = useRules();
  return (event) => {
    const { target } = event;
    const text = event.clipboardData.getData("text/plain");
    // Into a line's details, which are of several rows themselves, text is pasted as it is.
    const isDetails =
      target instanceof HTMLTextAreaElement && target.getAttribute("aria-autocomplete") === null;
    const rows = isDetails ? null : pastedRows(text, readFigure);
    if (rows === null) return;
    event.preventDefault();
    const room = Math.max(0, MOST_LINES - current().items.filter((line) => !isBlank(line)).length);
    const made = rows.slice(0, room).map((row) => ({ ...emptyLine(newId()), ...row }));
    const left = rows.length - made.length;
    const after = target instanceof Element ? target.closest("[data-line]")?.getAttribute("data-line") : null;
    const step =
      made.length > 0
        ? flushSync(() => act({ type: "lines", lines: made, after: after ?? undefined }))
        : null;
    focusLine(made[0]?.id ?? "", "name");
    toast({
      title: made.length === 1 ? "1 line pasted" : `${made.length} lines pasted`,
      description:
        left > 0 ? `${left} left out: a document can have at most ${MOST_LINES} lines.` : undefined,
      action: step ? { label: "Undo", onPress: () => undoStep(step) } : undefined,
    });
  };
}
