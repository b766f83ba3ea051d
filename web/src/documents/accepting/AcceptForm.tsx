import { type FormEvent, type ReactNode, useRef, useState } from "react";
import type { Cancellation } from "../../api/generated/Cancellation";
import type { PublicPage } from "../../api/generated/PublicPage";
import type { Signature } from "../../api/generated/Signature";
import { TextField } from "../../ui/TextField";
import { EarlyStartCheckbox } from "../cancellation/EarlyStart";
import { AcceptanceSummary } from "./Accepting";
import {
  type AcceptanceDraft,
  EMPTY_ACCEPTANCE_DRAFT,
  getStrokes,
  isSignatureOutdated,
  isTicked,
} from "./draft";
import { SignaturePad } from "./SignaturePad";
import { toSignature } from "./strokes";
import { TermsCheckbox } from "./TermsTick";
import type { QuotePicker } from "./useQuotePicker";

/** The longest name that the server keeps. */
export const MAX_NAME_LENGTH = 120;

/** What somebody says who accepts. */
export interface AcceptanceInput {
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
  picker,
  mustSign = false,
  cancellation = picker.presentation.cancellation,
  draft: initialDraft = EMPTY_ACCEPTANCE_DRAFT,
  onDraftChange,
  children,
  onAccept,
}: {
  id: string;
  /** What is accepted, as it was read. */
  page: Pick<PublicPage, "version" | "agreed">;
  picker: QuotePicker;
  /** A typed name alone does not do: it is on somebody else's device. */
  mustSign?: boolean;
  /** What its customer may cancel; where it is not said, what the document says. */
  cancellation?: Cancellation | null;
  /** What was filled in before, where the form was left and is back. */
  draft?: AcceptanceDraft;
  /** Hears of everything that is filled in. */
  onDraftChange?: (draft: AcceptanceDraft) => void;
  /** The words that are said by accepting. */
  children?: ReactNode;
  onAccept: (input: AcceptanceInput) => void;
}) {
  const { presentation: doc, selected, chosen } = picker;
  const [draft, setDraft] = useState(initialDraft);
  const [isTried, setTried] = useState(false);
  const nameField = useRef<HTMLInputElement>(null);
  const pad = useRef<HTMLDivElement>(null);
  const termsBox = useRef<HTMLInputElement>(null);
  const { name } = draft;
  const strokes = getStrokes(draft, version);
  const signature = toSignature(strokes);
  const terms = doc.terms.join("\n");
  const hasAgreed = isTicked(draft.agreed, terms);
  const isEarly = isTicked(draft.early, cancellation?.early);
  const isNameMissing = name.trim() === "";
  const isSignatureMissing = mustSign && !signature;
  const areTermsMissing = doc.actions.terms && !hasAgreed;

  const fill = (part: Partial<AcceptanceDraft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    onDraftChange?.(next);
  };

  const accept = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const missing = isNameMissing
      ? nameField.current
      : isSignatureMissing
        ? pad.current
        : areTermsMissing
          ? termsBox.current
          : null;
    if (missing) return scrollClearOfFooter(missing);
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
      <AcceptanceSummary document={doc} />
      <TextField
        ref={nameField}
        label="Your name"
        autoComplete={mustSign ? "off" : "name"}
        maxLength={MAX_NAME_LENGTH}
        value={name}
        onChange={(event) => fill({ name: event.target.value })}
        error={isTried && isNameMissing ? "Type your name to accept." : undefined}
      />
      <div ref={pad} tabIndex={-1} className="outline-none">
        <SignaturePad
          strokes={strokes}
          onStrokesChange={(strokes) => fill({ signed: { version, strokes } })}
          isRequired={mustSign}
          isOutdated={isSignatureOutdated(draft, version)}
          error={isTried && isSignatureMissing ? "Sign in the box to accept." : undefined}
        />
      </div>
      {cancellation && (
        <EarlyStartCheckbox
          cancellation={cancellation}
          checked={isEarly}
          onCheckedChange={(checked) => fill({ early: checked ? cancellation.early : null })}
        />
      )}
      {doc.actions.terms && (
        <TermsCheckbox
          ref={termsBox}
          terms={doc.terms}
          checked={hasAgreed}
          onCheckedChange={(checked) => fill({ agreed: checked ? terms : null })}
          isMissing={isTried && areTermsMissing}
        />
      )}
      {children}
    </form>
  );
}

/** Puts the field under the finger, clear of the buttons with the words that come under it. */
function scrollClearOfFooter(field: HTMLElement) {
  field.focus({ preventScroll: true });
  // Once those words are there.
  requestAnimationFrame(() => field.scrollIntoView({ block: "center" }));
}
