import { PenLine } from "lucide-react";
import { lazy, memo, Suspense, useEffect, useState } from "react";
import { loadNoteTidier } from "../../../rules/tidier";
import { Button } from "../../../ui/Button";
import { toast } from "../../../ui/toast";
import type { HistoryStep } from "../history/draftHistory";
import type { DraftEditor } from "../saving/useDraftEditor";

const loadDialog = () => import("./DescribeDialog");
const DescribeDialog = lazy(loadDialog);

/** How long after the editor has opened the dialog is loaded, so that it is available offline later. */
const PRELOAD_DELAY = 2_000;

interface DescribeButtonProps extends Pick<DraftEditor, "getDraft" | "dispatch" | "endTyping"> {
  isEmpty: boolean;
  undoStep: (step: HistoryStep) => void;
}

/** Opens the dialog that turns notes into a job description. Typed notes remain until they are used. */
export const DescribeButton = memo(function DescribeButton({
  isEmpty,
  getDraft,
  dispatch,
  endTyping,
  undoStep,
}: DescribeButtonProps) {
  const [open, setOpen] = useState(false);
  const [notes, setNotes] = useState<string | null>(null);

  useEffect(() => {
    const preload = () => {
      // Offline, or replaced by a newer build: the dialog reports it when it is opened.
      loadDialog().catch(() => null);
      loadNoteTidier().catch(() => null);
    };
    const timer = setTimeout(preload, PRELOAD_DELAY);
    return () => clearTimeout(timer);
  }, []);

  const openDialog = async () => {
    try {
      await loadDialog();
    } catch {
      toast({ title: "This could not be opened without signal. Please try again.", tone: "bad" });
      return;
    }
    setNotes((now) => now ?? getDraft().jobDescription);
    setOpen(true);
  };
  const replaceDescription = (text: string) => {
    // A separate undo step: undoing it doesn't affect typing before or after it.
    endTyping();
    const step = dispatch({ type: "set", patch: { jobDescription: text } });
    endTyping();
    setOpen(false);
    setNotes(null);
    if (!step) return;
    toast({
      title: "Job description replaced",
      action: { label: "Undo", onPress: () => undoStep(step) },
    });
  };

  return (
    <>
      <Button
        variant="quiet"
        onClick={() => void openDialog()}
        icon={<PenLine aria-hidden size={18} strokeWidth={1.75} />}
        className="-ml-3 justify-self-start px-3!"
      >
        {isEmpty ? "Write it from notes" : "Tidy up"}
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <DescribeDialog
            notes={notes ?? ""}
            onNotesChange={(change) => setNotes((now) => change(now ?? ""))}
            contactId={getDraft().contactId}
            onUse={replaceDescription}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
});
