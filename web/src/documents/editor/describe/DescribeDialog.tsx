import { queryOptions, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { ApiError, ExplainedError, getErrorMessage } from "../../../api/errors";
import { postForEventStream } from "../../../api/event-stream";
import type { DescribeRequest } from "../../../api/generated/DescribeRequest";
import type { Description } from "../../../api/generated/Description";
import type { DescriptionChunk } from "../../../api/generated/DescriptionChunk";
import type { DescriptionStyle } from "../../../api/generated/DescriptionStyle";
import type { ErrorBody } from "../../../api/generated/ErrorBody";
import { get } from "../../../api/requests";
import { PlusBadge } from "../../../entities/plans/PlusBadge";
import { PlusNote } from "../../../entities/plans/PlusOnly";
import { usePlan } from "../../../entities/plans/usePlan";
import { loadNoteTidier } from "../../../rules/tidier";
import { Banner } from "../../../ui/Banner";
import { Button } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";
import { Spinner } from "../../../ui/Spinner";
import { SegmentedControl } from "../../../ui/Tabs";
import { TextArea } from "../../../ui/TextField";
import { appendSpeech, DictateButton, useDictation } from "./DictateButton";

/** Whether a language model is available, or only the tidier. */
export const describeAvailabilityQuery = queryOptions({
  queryKey: ["/api/describe"] as const,
  queryFn: ({ signal }) => get("/api/describe", { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/**
 * Requests a description from the model: `onText` receives all the text so far, finally the whole. Throws an
 * error with a message for the user.
 */
export async function requestDescription(
  request: DescribeRequest,
  signal: AbortSignal,
  onText: (text: string) => void,
): Promise<Description> {
  let text = "";
  const end: { done?: Description; fault?: string } = {};
  await postForEventStream("/api/describe", request, signal, ({ name, data }) => {
    const value: unknown = JSON.parse(data);
    if (name === "words") {
      text += (value as DescriptionChunk).text;
      onText(text);
    }
    if (name === "done") end.done = value as Description;
    if (name === "fault") end.fault = (value as ErrorBody).message;
  });
  if (end.done) return end.done;
  throw new ExplainedError(end.fault ?? "The writing assistant stopped halfway.");
}

/** The message for an error. The server's own message about the assistant takes precedence. */
export function getDescribeProblem(error: unknown): string {
  if (error instanceof ApiError && error.code.startsWith("ai_")) return error.message;
  return getErrorMessage(error);
}

/** A description that is being written or is finished. */
export interface GeneratedDescription {
  /** The notes that it is made from. */
  before: string;
  /** The text so far. */
  after: string;
  state: "writing" | "done" | "stopped" | "failed";
  /** Why it failed. */
  problem: string | null;
  /** Parts of the notes that it doesn't contain. */
  leftOut: string[];
  byModel: boolean;
}

export interface DescriptionGenerator {
  description: GeneratedDescription | null;
  /** Writes the description with the model. */
  askModel: (request: DescribeRequest) => Promise<void>;
  /** Writes it by rules on the device. */
  tidyLocally: (request: DescribeRequest) => Promise<void>;
  stop: () => void;
  clear: () => void;
}

/** Makes descriptions from notes, one at a time; a later one replaces the earlier one. */
export function useDescriptionGenerator(): DescriptionGenerator {
  const [description, setDescription] = useState<GeneratedDescription | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const begin = (before: string, byModel: boolean) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setDescription({ before, after: "", state: "writing", problem: null, leftOut: [], byModel });
    const change = (part: Partial<GeneratedDescription>) => {
      if (!controller.signal.aborted) setDescription((now) => now && { ...now, ...part });
    };
    return { signal: controller.signal, change };
  };
  const askModel = async (request: DescribeRequest) => {
    const { signal, change } = begin(request.notes, true);
    try {
      const { text, leftOut } = await requestDescription(request, signal, (after) => change({ after }));
      change({ after: text, leftOut, state: "done" });
    } catch (error) {
      change({ state: "failed", problem: getDescribeProblem(error) });
    }
  };
  const tidyLocally = async ({ notes, style }: DescribeRequest) => {
    const { change } = begin(notes, false);
    try {
      const { tidy: write } = await loadNoteTidier();
      change({ after: write(notes, style), state: "done" });
    } catch (error) {
      console.warn("The tidier could not be loaded.", error);
      const problem = "We couldn’t tidy your notes. Check your signal and try again.";
      change({ state: "failed", problem });
    }
  };
  const stop = () => {
    running.current?.abort();
    setDescription((now) => now && { ...now, state: "stopped" });
  };
  const clear = () => {
    running.current?.abort();
    setDescription(null);
  };
  return { description, askModel, tidyLocally, stop, clear };
}

/** The notes and the description: side by side, or one below the other on phones. */
export function NotesComparison({ description }: { description: GeneratedDescription }) {
  const { before, after, state, problem, leftOut } = description;
  const isOver = state === "failed" || state === "stopped";
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 md:grid-cols-2">
        <ComparisonColumn title="Your notes">
          <p className="whitespace-pre-wrap break-words text-quiet">{before}</p>
        </ComparisonColumn>
        {isOver && after === "" ? null : (
          <ComparisonColumn title="Job description">
            <p className="whitespace-pre-wrap break-words" aria-busy={state === "writing"}>
              {after}
            </p>
            {state === "writing" && after === "" ? <Spinner label="Writing…" /> : null}
          </ComparisonColumn>
        )}
      </div>
      <p role="status" className="sr-only">
        {state === "done" ? "The job description is ready." : ""}
      </p>
      {isOver ? (
        <Banner tone="amber" live>
          {state === "stopped" ? "You stopped it." : problem} Your notes are as you left them.
        </Banner>
      ) : null}
      {leftOut.length > 0 ? (
        <p className="break-words text-sm">
          In your notes but left out: {leftOut.join(", ")}. Add anything your customer should read.
        </p>
      ) : null}
    </div>
  );
}

function ComparisonColumn({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0 rounded-md border border-line p-3">
      <h3 className="mb-1.5 font-medium text-ink text-sm">{title}</h3>
      {children}
    </section>
  );
}

/** The server's limit. */
const MAX_NOTES_LENGTH = 10_000;

const STYLES: { value: DescriptionStyle; label: string }[] = [
  { value: "bullets", label: "Bullets" },
  { value: "paragraph", label: "Paragraph" },
];

interface DescribeDialogProps {
  notes: string;
  onNotesChange: (change: (notes: string) => string) => void;
  /** The customer, if one is chosen. */
  contactId: string | null;
  onUse: (text: string) => void;
  onClose: () => void;
}

/**
 * Turns rough notes, typed or dictated, into a job description, which can be compared with the notes and then
 * used or discarded.
 */
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
    // Offline, or without a model, use the rules.
    void (byModel && navigator.onLine ? askModel(chosenRequest) : tidyLocally(chosenRequest));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    // Otherwise the editor's form around it would be submitted.
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
