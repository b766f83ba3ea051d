import { PenLine } from "lucide-react";
import { lazy, memo, Suspense, useEffect, useState } from "react";
import { loadTidier } from "../../../rules/tidier";
import { Button } from "../../../ui/Button";
import { toast } from "../../../ui/toast";
import type { Step } from "../history/history";
import type { DraftEditor } from "../saving/useDraftEditor";

const loadDialog = () => import("./DescribeDialog");
const DescribeDialog = lazy(loadDialog);

/** Once the editor stands, what it takes without signal is fetched, while there is some. */
const FETCHED_AFTER = 2_000;

interface Props extends Pick<DraftEditor, "current" | "act" | "lift"> {
  isEmpty: boolean;
  takeBack: (step: Step) => void;
}

/** Opens the notes that a job description is made of. What is typed there stays until it is used. */
export const DescribeButton = memo(function DescribeButton({ isEmpty, current, act, lift, takeBack }: Props) {
  const [open, setOpen] = useState(false);
  const [notes, setNotes] = useState<string | null>(null);

  useEffect(() => {
    const fetchAll = () => {
      // Offline, or a newer build has taken the old one's place: the dialog says so when it is opened.
      loadDialog().catch(() => null);
      loadTidier().catch(() => null);
    };
    const timer = setTimeout(fetchAll, FETCHED_AFTER);
    return () => clearTimeout(timer);
  }, []);

  const show = async () => {
    try {
      await loadDialog();
    } catch {
      toast({ title: "This could not be opened without signal. Please try again.", tone: "bad" });
      return;
    }
    setNotes((now) => now ?? current().jobDescription);
    setOpen(true);
  };
  const use = (text: string) => {
    // A step of its own: what is typed before and after it stays when it is undone.
    lift();
    const step = act({ type: "set", patch: { jobDescription: text } });
    lift();
    setOpen(false);
    setNotes(null);
    if (!step) return;
    toast({
      title: "Job description replaced",
      action: { label: "Undo", onPress: () => takeBack(step) },
    });
  };

  return (
    <>
      <Button
        variant="quiet"
        onClick={() => void show()}
        icon={<PenLine aria-hidden size={18} strokeWidth={1.75} />}
        className="-ml-3 justify-self-start px-3!"
      >
        {isEmpty ? "Write it from notes" : "Tidy up"}
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <DescribeDialog
            notes={notes ?? ""}
            onNotes={(change) => setNotes((now) => change(now ?? ""))}
            contactId={current().contactId}
            onUse={use}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
});
