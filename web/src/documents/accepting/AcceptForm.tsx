import { type FormEvent, type ReactNode, type Ref, useId, useRef, useState } from "react";
import type { Cancellation } from "../../api/generated/Cancellation";
import type { Presentation } from "../../api/generated/Presentation";
import type { PublicPage } from "../../api/generated/PublicPage";
import type { Signature } from "../../api/generated/Signature";
import { Money } from "../../ui/Money";
import { TextField } from "../../ui/TextField";
import { CancellationNotice } from "../cancellation/CancellationNotice";
import { appendVatText } from "./acceptance";
import { SignaturePad, toSignature } from "./SignaturePad";
import type { QuotePicker } from "./useQuotePicker";

/**
 * Explains what a customer may cancel, with the box that requests an early start. Only the customer may
 * request that, so it is never ticked in advance.
 */
export function EarlyStartCheckbox({
  cancellation,
  checked,
  onCheckedChange,
}: {
  cancellation: Cancellation;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
}) {
  return (
    <div>
      <p className="font-medium text-ink text-sm">{cancellation.line}</p>
      <CancellationNotice cancellation={cancellation} />
      {cancellation.early && (
        <label className="flex min-h-12 cursor-pointer items-start gap-3 py-2">
          <input
            type="checkbox"
            checked={checked}
            onChange={(event) => onCheckedChange(event.target.checked)}
            className="mt-0.5 size-6 shrink-0 accent-ink"
          />
          <span className="text-sm">
            {cancellation.early} <span className="text-quiet">(optional)</span>
          </span>
        </label>
      )}
    </div>
  );
}

/** What is being accepted: the choice, the total, the deposit, and the optional items included. */
export function AcceptanceSummary({ document: doc }: { document: Presentation }) {
  const total = doc.totals.find((row) => row.kind === "total");
  const deposit = doc.totals.find((row) => row.kind === "deposit");
  const choice = doc.choices?.find(({ chosen }) => chosen);
  const optional = doc.lines.filter(
    ({ optional, choiceId }) => optional && (choiceId === undefined || choiceId === choice?.id),
  );
  return (
    <div className="rounded-md bg-canvas p-4">
      <dl className="grid gap-1">
        {choice && (
          <div className="flex items-baseline justify-between gap-4">
            <dt className="text-quiet">Your choice</dt>
            <dd className="min-w-0 break-words font-semibold text-ink">{choice.name}</dd>
          </div>
        )}
        {[total, deposit].map(
          (row) =>
            row && (
              <div key={row.kind} className="flex flex-wrap items-baseline justify-between gap-x-4">
                <dt className="text-quiet">{appendVatText(row.label, doc.summary.vat)}</dt>
                <dd className={row.kind === "total" ? "font-semibold text-ink text-xl" : undefined}>
                  <Money text={row.amount} />
                </dd>
              </div>
            ),
        )}
      </dl>
      {optional.length > 0 && (
        <ul className="mt-3 grid gap-1 border-line border-t pt-3 text-sm">
          {optional.map((line) => (
            <li key={line.id} className="flex items-baseline justify-between gap-4">
              <span className="min-w-0 break-words">
                {line.name}
                <span className="text-quiet">{line.counted ? ", included" : ", not included"}</span>
                {line.adds && <span className="block text-quiet">{line.adds}</span>}
              </span>
              <Money text={line.amount} className={line.counted ? undefined : "text-quiet line-through"} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/**
 * What a person has typed, ticked and drawn before accepting. It is stored outside the form, so that looking
 * at the quote again doesn't lose it.
 */
export interface AcceptanceDraft {
  name: string;
  /** A signature is valid only for the version under which it was drawn. */
  signed: { version: string; strokes: number[][] };
  /** The text beside the ticked box: if the text changes, the box is no longer ticked. */
  agreed: string | null;
  early: string | null;
}

/** An empty draft. */
export const EMPTY_ACCEPTANCE_DRAFT: AcceptanceDraft = {
  name: "",
  signed: { version: "", strokes: [] },
  agreed: null,
  early: null,
};

/** The signature's strokes, if they were drawn under this version. */
export function getStrokes({ signed }: AcceptanceDraft, version: string): number[][] {
  return signed.version === version ? signed.strokes : [];
}

/** Whether it was signed under another version and must be signed again. */
export function isSignatureOutdated({ signed }: AcceptanceDraft, version: string): boolean {
  return signed.version !== version && signed.strokes.length > 0;
}

/** Whether the box beside this text is ticked. */
export function isTicked(ticked: string | null, text: string | undefined): boolean {
  return ticked !== null && ticked === text;
}

/** The terms to open and read, with the box that accepts them. */
export function TermsCheckbox({
  terms,
  checked,
  onCheckedChange,
  isMissing,
  ref,
}: {
  terms: string[];
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  isMissing: boolean;
  ref: Ref<HTMLInputElement>;
}) {
  const id = useId();
  return (
    <div>
      <details className="text-sm">
        <summary className="flex min-h-12 items-center font-medium text-ink underline underline-offset-2">
          {"Read the Terms & Conditions"}
        </summary>
        <div className="mb-2 grid max-h-48 gap-2 overflow-y-auto rounded-md border border-line p-3 text-quiet">
          {terms.map((text, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other identity
            <p key={index}>{text}</p>
          ))}
        </div>
      </details>
      <label className="flex min-h-12 cursor-pointer items-center gap-3">
        <input
          ref={ref}
          type="checkbox"
          checked={checked}
          onChange={(event) => onCheckedChange(event.target.checked)}
          aria-invalid={isMissing || undefined}
          aria-describedby={isMissing ? id : undefined}
          className="size-6 shrink-0 accent-ink"
        />
        <span>{"I accept the Terms & Conditions"}</span>
      </label>
      {isMissing && (
        <p id={id} className="text-bad text-sm">
          Tick the box to accept the terms.
        </p>
      )}
    </div>
  );
}

/** The longest name that the server stores. */
export const MAX_NAME_LENGTH = 120;

/** What a person enters to accept. */
export interface AcceptanceInput {
  name: string;
  signature?: Signature;
  termsAccepted: boolean;
  /** Whether they requested a start before the cancellation period is over; omitted if not. */
  earlyStart?: boolean;
  /** The ids of the optional lines that are taken; omitted if the quote has none. */
  selected?: string[];
  /** The choice that is taken; omitted if the quote has no choices. */
  chosenChoice?: string;
  /** The hash of the version that was read. */
  version: string;
  /** For a variation only: what had been agreed for the job. */
  agreed?: string;
}

/** The form with which a person accepts a quote: what is accepted, by whom and under which terms. */
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
  /** The version that was read and is being accepted. */
  page: Pick<PublicPage, "version" | "agreed">;
  picker: QuotePicker;
  /** A signature is required, because a typed name alone isn't enough on another person's device. */
  mustSign?: boolean;
  /** What the customer may cancel; by default, what the document says. */
  cancellation?: Cancellation | null;
  /** What was entered before, if the form was left and opened again. */
  draft?: AcceptanceDraft;
  /** Called with everything that is entered. */
  onDraftChange?: (draft: AcceptanceDraft) => void;
  /** The text that the person agrees to by accepting. */
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
    <form id={id} noValidate onSubmit={accept} className="grid gap-5">
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

/** Focuses a field and scrolls it to the middle, so that the error under it isn't covered by the buttons. */
function scrollClearOfFooter(field: HTMLElement) {
  field.focus({ preventScroll: true });
  // Once the error has been rendered.
  requestAnimationFrame(() => field.scrollIntoView({ block: "center" }));
}
