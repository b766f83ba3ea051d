import { type FormEvent, useId, useRef, useState } from "react";
import { ApiError } from "../../../api/errors";
import { Button } from "../../../ui/Button";
import { Sheet } from "../../../ui/Sheet";
import { TextField } from "../../../ui/TextField";
import { type CustomerDeed, isDoing, problemOf } from "../mutations";
import type { Choice } from "../useChoice";
import { Accepting } from "./Accepting";
import { SignaturePad } from "./SignaturePad";
import { signatureOf } from "./strokes";
import { TermsTick } from "./TermsTick";

/** The longest name that the server keeps. */
const LONGEST_NAME = 120;

/** What is accepted, by whom, and under which terms. */
export function AcceptSheet({
  deed,
  version,
  choice,
  onClose,
}: {
  deed: CustomerDeed;
  version: string;
  choice: Choice;
  onClose: () => void;
}) {
  const { shown: doc, selected } = choice;
  const [name, setName] = useState("");
  const [strokes, setStrokes] = useState<number[][]>([]);
  const [hasAgreed, setAgreed] = useState(false);
  const [isTried, setTried] = useState(false);
  const form = useId();
  const nameField = useRef<HTMLInputElement>(null);
  const termsBox = useRef<HTMLInputElement>(null);
  const problem = problemOf(deed, "accept");
  const noName = name.trim() === "";
  const noTerms = doc.actions.terms && !hasAgreed;

  const accept = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const missing = noName ? nameField.current : noTerms ? termsBox.current : null;
    if (missing) return clear(missing);
    deed.mutate(
      {
        deed: "accept",
        answer: {
          name: name.trim(),
          signature: signatureOf(strokes),
          termsAccepted: doc.actions.terms,
          selected: doc.actions.options ? selected : undefined,
          version,
        },
      },
      {
        onSuccess: onClose,
        // The page behind says what happened, and shows the new version.
        onError: (error) => {
          if (error instanceof ApiError && error.code === "document_changed") onClose();
        },
      },
    );
  };

  return (
    <Sheet
      onClose={onClose}
      title={`Accept ${doc.heading}`}
      problem={problem}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={form}
            variant="accent"
            busy={isDoing(deed, "accept")}
            busyLabel="Accepting…"
          >
            Accept Quote
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={accept} className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <Accepting document={doc} />
        <TextField
          ref={nameField}
          label="Your name"
          autoComplete="name"
          maxLength={LONGEST_NAME}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={isTried && noName ? "Type your name to accept." : undefined}
        />
        <SignaturePad strokes={strokes} onStrokesChange={setStrokes} />
        {doc.actions.terms && (
          <TermsTick
            ref={termsBox}
            terms={doc.terms}
            checked={hasAgreed}
            onCheckedChange={setAgreed}
            isMissing={isTried && noTerms}
          />
        )}
      </form>
    </Sheet>
  );
}

/** Puts the field under the finger, clear of the buttons with the words that come under it. */
function clear(field: HTMLElement) {
  field.focus({ preventScroll: true });
  // Once those words are there.
  requestAnimationFrame(() => field.scrollIntoView({ block: "center" }));
}
