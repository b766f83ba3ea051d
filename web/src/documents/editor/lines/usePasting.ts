import type { ClipboardEvent } from "react";
import { flushSync } from "react-dom";
import { newId } from "../../../api/ids";
import { useRules } from "../../../rules/rules";
import { toast } from "../../../ui/toast";
import { createEmptyLine, type DocumentDraft, isBlankLine } from "../draft/draft";
import type { DraftAction } from "../draft/reducer";
import type { HistoryStep } from "../history/draftHistory";
import { parsePastedRows } from "./pastedRows";
import { focusLine } from "./useOpenLines";

/** The most that core takes. */
const MAX_LINES = 500;

interface PasteHandlerInput {
  getDraft: () => DocumentDraft;
  dispatch: (action: DraftAction) => HistoryStep | null;
  undoStep: (step: HistoryStep) => void;
}

/** Rows of a spreadsheet that are pasted among the lines become lines. */
export function usePasteHandler({
  getDraft,
  dispatch,
  undoStep,
}: PasteHandlerInput): (event: ClipboardEvent) => void {
  const { readFigure } = useRules();
  return (event) => {
    const { target } = event;
    const text = event.clipboardData.getData("text/plain");
    // Into a line's details, which are of several rows themselves, text is pasted as it is.
    const isDetails =
      target instanceof HTMLTextAreaElement && target.getAttribute("aria-autocomplete") === null;
    const rows = isDetails ? null : parsePastedRows(text, readFigure);
    if (rows === null) return;
    event.preventDefault();
    const room = Math.max(0, MAX_LINES - getDraft().items.filter((line) => !isBlankLine(line)).length);
    const pastedLines = rows.slice(0, room).map((row) => ({ ...createEmptyLine(newId()), ...row }));
    const leftOutCount = rows.length - pastedLines.length;
    const after = target instanceof Element ? target.closest("[data-line]")?.getAttribute("data-line") : null;
    const step =
      pastedLines.length > 0
        ? flushSync(() => dispatch({ type: "lines", lines: pastedLines, after: after ?? undefined }))
        : null;
    focusLine(pastedLines[0]?.id ?? "", "name");
    toast({
      title: pastedLines.length === 1 ? "1 line pasted" : `${pastedLines.length} lines pasted`,
      description:
        leftOutCount > 0
          ? `${leftOutCount} left out: a document can have at most ${MAX_LINES} lines.`
          : undefined,
      action: step ? { label: "Undo", onPress: () => undoStep(step) } : undefined,
    });
  };
}
