import { type FormEvent, type ReactNode, useRef, useState } from "react";
import type { Cancellation } from "../../api/generated/Cancellation";
import type { PublicPage } from "../../api/generated/PublicPage";
import type { Signature } from "../../api/generated/Signature";
import { TextField } from "../../ui/TextField";
import { EarlyStart } from "../cancelling/EarlyStart";
import { Accepting } from "./Accepting";
import { BLANK, type Draft, isOutdated, isTicked, strokesOf } from "./draft";
import { SignaturePad } from "./SignaturePad";
import { signatureOf } from "./strokes";
import { TermsTick } from "./TermsTick";
import type { Choice } from "./useChoice";

/** The longest name that the server keeps. */
export const LONGEST_NAME = 120;

/** What somebody says who accepts. */
export interface Accepted {
  name: string;
  signature?: Signature;
  termsAccepted: boolean;
  /** Whether a start before the days in which they may cancel are over was asked for; left out where it was not. */
  earlyStart?: boolean;
  /** The optional lines that are taken; left out where there are none. */
  selected?: string[];
  /** The choice that is taken; left out where there are none. */
  chosenChoice?: string;
  /** The hash of the version that was read. */
  version: string;
  /** What had been agreed of the job that a variation varies; left out of every other. */
  agreed?: string;
}

/** What is accepted, by whom, and under which terms. */
export function AcceptForm({
  id,
  page: { version, agreed },
  choice,
  mustSign = false,
  cancellation = choice.shown.cancellation,
  draft: kept = BLANK,
  onDraftChange,
  children,
  onAccept,
}: {
  id: string;
  /** What is accepted, as it was read. */
  page: Pick<PublicPage, "version" | "agreed">;
  choice: Choice;
  /** A typed name alone does not do: it is on somebody else's device. */
  mustSign?: boolean;
  /** What its customer may cancel; where it is not said, what the document says. */
  cancellation?: Cancellation | null;
  /** What was filled in before, where the form was left and is back. */
  draft?: Draft;
  /** Hears of everything that is filled in. */
  onDraftChange?: (draft: Draft) => void;
  /** The words that are said by accepting. */
  children?: ReactNode;
  onAccept: (said: Accepted) => void;
}) {
  const { shown: doc, selected, chosen } = choice;
  const [draft, setDraft] = useState(kept);
  const [isTried, setTried] = useState(false);
  const nameField = useRef<HTMLInputElement>(null);
  const pad = useRef<HTMLDivElement>(null);
  const termsBox = useRef<HTMLInputElement>(null);
  const { name } = draft;
  const strokes = strokesOf(draft, version);
  const signature = signatureOf(strokes);
  const terms = doc.terms.join("\n");
  const hasAgreed = isTicked(draft.agreed, terms);
  const isEarly = isTicked(draft.early, cancellation?.early);
  const noName = name.trim() === "";
  const noSignature = mustSign && !signature;
  const noTerms = doc.actions.terms && !hasAgreed;

  const fill = (part: Partial<Draft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    onDraftChange?.(next);
  };

  const accept = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const missing = noName
      ? nameField.current
      : noSignature
        ? pad.current
        : noTerms
          ? termsBox.current
          : null;
    if (missing) return clear(missing);
    onAccept({
      name: name.trim(),
      signature,
      termsAccepted: doc.actions.terms,
      ...(isEarly && { earlyStart: true }),
      selected: doc.actions.options ? [...selected] : undefined,
      chosenChoice: doc.actions.choose && chosen !== null ? chosen : undefined,
      version,
      ...(agreed !== undefined && { agreed }),
    });
  };

  return (
    <form id={id} noValidate onSubmit={accept} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Accepting document={doc} />
      <TextField
        ref={nameField}
        label="Your name"
        autoComplete={mustSign ? "off" : "name"}
        maxLength={LONGEST_NAME}
        value={name}
        onChange={(event) => fill({ name: event.target.value })}
        error={isTried && noName ? "Type your name to accept." : undefined}
      />
      <div ref={pad} tabIndex={-1} className="outline-none">
        <SignaturePad
          strokes={strokes}
          onStrokesChange={(strokes) => fill({ signed: { version, strokes } })}
          isAsked={mustSign}
          isOutdated={isOutdated(draft, version)}
          error={isTried && noSignature ? "Sign in the box to accept." : undefined}
        />
      </div>
      {cancellation && (
        <EarlyStart
          cancellation={cancellation}
          checked={isEarly}
          onCheckedChange={(checked) => fill({ early: checked ? cancellation.early : null })}
        />
      )}
      {doc.actions.terms && (
        <TermsTick
          ref={termsBox}
          terms={doc.terms}
          checked={hasAgreed}
          onCheckedChange={(checked) => fill({ agreed: checked ? terms : null })}
          isMissing={isTried && noTerms}
        />
      )}
      {children}
    </form>
  );
}

/** Puts the field under the finger, clear of the buttons with the words that come under it. */
function clear(field: HTMLElement) {
  field.focus({ preventScroll: true });
  // Once those words are there.
  requestAnimationFrame(() => field.scrollIntoView({ block: "center" }));
}
