import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import type { DescriptionStyle } from "../../../api/generated/DescriptionStyle";
import { PlusBadge } from "../../../entities/plans/PlusBadge";
import { PlusNote } from "../../../entities/plans/PlusOnly";
import { usePlan } from "../../../entities/plans/usePlan";
import { Button } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";
import { SegmentedControl } from "../../../ui/Tabs";
import { TextArea } from "../../../ui/TextField";
import { NotesComparison } from "./Compared";
import { DictateButton } from "./DictateButton";
import { describeAvailabilityQuery } from "./describing";
import { appendSpeech } from "./speech";
import { useDescriptionGenerator } from "./useDescribing";
import { useDictation } from "./useDictation";

/** What the server takes. */
const MAX_NOTES_LENGTH = 10_000;

const STYLES: { value: DescriptionStyle; label: string }[] = [
  { value: "bullets", label: "Bullets" },
  { value: "paragraph", label: "Paragraph" },
];

interface DescribeDialogProps {
  notes: string;
  onNotesChange: (change: (notes: string) => string) => void;
  /** Whose job it is, where somebody is chosen. */
  contactId: string | null;
  onUse: (text: string) => void;
  onClose: () => void;
}

/** Rough notes, typed or said, made into a job description: looked at beside the notes, then used or not. */
export default function DescribeDialog({
  notes,
  onNotesChange,
  contactId,
  onUse,
  onClose,
}: DescribeDialogProps) {
  const { data: availability } = useQuery(describeAvailabilityQuery);
  const lacksModel = usePlan().lacksFeature("aiDescriptions") && availability?.byModel === true;
  const byModel = availability?.byModel === true && !lacksModel;
  const [style, setStyle] = useState<DescriptionStyle>("bullets");
  const { description, askModel, tidyLocally, stop, clear } = useDescriptionGenerator();
  const dictation = useDictation((speech) => onNotesChange((now) => appendSpeech(now, speech)));
  const isWriting = description?.state === "writing";
  const tooLong = notes.length > MAX_NOTES_LENGTH;
  const isEmpty = notes.trim() === "";
  const request = { notes, style, ...(contactId ? { contactId } : {}) };

  const generate = (chosen: DescriptionStyle) => {
    dictation.stop();
    const chosenRequest = { ...request, style: chosen };
    // Without signal, or without a model, there is nobody to wait for.
    void (byModel && navigator.onLine ? askModel(chosenRequest) : tidyLocally(chosenRequest));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    // The editor around it would send the document.
    event.preventDefault();
    event.stopPropagation();
    if (!isEmpty && !tooLong && !isWriting) generate(style);
  };
  const isDone = description?.state === "done" && description.after !== "";

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
            here. <PlusBadge className="align-middle" />
          </>
        ) : (
          "Your notes are tidied on this device. Nothing leaves it."
        )
      }
      footer={
        description ? (
          <>
            <Button onClick={isWriting ? stop : clear}>{isWriting ? "Cancel" : "Use mine"}</Button>
            {isWriting || isDone ? (
              <Button variant="primary" disabled={!isDone} onClick={() => onUse(description.after)}>
                Use this
              </Button>
            ) : (
              <Button variant="primary" onClick={() => void tidyLocally(request)}>
                {description.byModel ? "Tidy it here instead" : "Try again"}
              </Button>
            )}
          </>
        ) : (
          <Button variant="primary" disabled={isEmpty || tooLong} onClick={() => generate(style)}>
            Improve
          </Button>
        )
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the fields within */}
      <div onKeyDown={onKeyDown} className="grid gap-4">
        {description ? null : (
          <>
            <TextArea
              label="Notes"
              rows={5}
              value={notes}
              onChange={({ target }) => onNotesChange(() => target.value)}
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
        <SegmentedControl
          label="Layout"
          value={style}
          options={STYLES}
          onValueChange={(next) => {
            setStyle(next);
            if (description) generate(next);
          }}
          className="justify-self-start"
        />
        {description ? <NotesComparison description={description} /> : null}
      </div>
    </Dialog>
  );
}
