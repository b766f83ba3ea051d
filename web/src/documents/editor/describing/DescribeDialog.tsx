import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import type { DescriptionStyle } from "../../../api/generated/DescriptionStyle";
import { PlusMark } from "../../../entities/plans/PlusMark";
import { PlusNote } from "../../../entities/plans/PlusOnly";
import { usePlan } from "../../../entities/plans/usePlan";
import { Button } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";
import { Segmented } from "../../../ui/Tabs";
import { TextArea } from "../../../ui/TextField";
import { Compared } from "./Compared";
import { DictateButton } from "./DictateButton";
import { describingQuery } from "./describing";
import { withSaid } from "./speech";
import { useDescribing } from "./useDescribing";
import { useDictation } from "./useDictation";

/** What the server takes. */
const MOST = 10_000;

const STYLES: { value: DescriptionStyle; label: string }[] = [
  { value: "bullets", label: "Bullets" },
  { value: "paragraph", label: "Paragraph" },
];

interface Props {
  notes: string;
  onNotes: (change: (notes: string) => string) => void;
  /** Whose job it is, where somebody is chosen. */
  contactId: string | null;
  onUse: (text: string) => void;
  onClose: () => void;
}

/** Rough notes, typed or said, made into a job description: looked at beside the notes, then used or not. */
export default function DescribeDialog({ notes, onNotes, contactId, onUse, onClose }: Props) {
  const { data: there } = useQuery(describingQuery);
  const lacksModel = usePlan().lacks("aiDescriptions") && there?.byModel === true;
  const byModel = there?.byModel === true && !lacksModel;
  const [style, setStyle] = useState<DescriptionStyle>("bullets");
  const { writing, ask, tidy, stop, forget } = useDescribing();
  const dictation = useDictation((said) => onNotes((now) => withSaid(now, said)));
  const isWriting = writing?.state === "writing";
  const tooLong = notes.length > MOST;
  const isEmpty = notes.trim() === "";
  const request = { notes, style, ...(contactId ? { contactId } : {}) };

  const improve = (chosen: DescriptionStyle) => {
    dictation.stop();
    const wanted = { ...request, style: chosen };
    // Without signal, or without a model, there is nobody to wait for.
    void (byModel && navigator.onLine ? ask(wanted) : tidy(wanted));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    // The editor around it would send the document.
    event.preventDefault();
    event.stopPropagation();
    if (!isEmpty && !tooLong && !isWriting) improve(style);
  };
  const isDone = writing?.state === "done" && writing.after !== "";

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      wide
      title="Job description from notes"
      description={
        byModel ? (
          <>
            The writing assistant only sees your notes. Prices, customers’ names, addresses and numbers stay
            here. <PlusMark className="align-middle" />
          </>
        ) : (
          "Your notes are tidied on this device. Nothing leaves it."
        )
      }
      footer={
        writing ? (
          <>
            <Button onClick={isWriting ? stop : forget}>{isWriting ? "Cancel" : "Use mine"}</Button>
            {isWriting || isDone ? (
              <Button variant="primary" disabled={!isDone} onClick={() => onUse(writing.after)}>
                Use this
              </Button>
            ) : (
              <Button variant="primary" onClick={() => void tidy(request)}>
                {writing.byModel ? "Tidy it here instead" : "Try again"}
              </Button>
            )}
          </>
        ) : (
          <Button variant="primary" disabled={isEmpty || tooLong} onClick={() => improve(style)}>
            Improve
          </Button>
        )
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the fields within */}
      <div onKeyDown={onKeyDown} className="grid gap-4">
        {writing ? null : (
          <>
            <TextArea
              label="Notes"
              rows={5}
              value={notes}
              onChange={({ target }) => onNotes(() => target.value)}
              placeholder="new combi, flush system, 6 trvs, take old one away"
              help="Rough notes are fine: what you’ll do, with what, and how much."
              error={tooLong ? "This is too long for one description. Shorten it a little." : undefined}
            />
            <DictateButton dictation={dictation} />
            {lacksModel ? (
              <div className="text-quiet text-sm">
                <PlusNote feature="aiDescriptions">Without it, your notes are only tidied.</PlusNote>
              </div>
            ) : null}
          </>
        )}
        <Segmented
          label="Layout"
          value={style}
          options={STYLES}
          onValueChange={(next) => {
            setStyle(next);
            if (writing) improve(next);
          }}
          className="justify-self-start"
        />
        {writing ? <Compared writing={writing} /> : null}
      </div>
    </Dialog>
  );
}
