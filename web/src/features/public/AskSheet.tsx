import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type RefObject, useId, useState } from "react";
import { ApiError, errorMessage } from "../../api/errors";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { PageQuestionForm } from "../../api/generated/PageQuestionForm";
import type { Presentation } from "../../api/generated/Presentation";
import type { QuestionKind } from "../../api/generated/QuestionKind";
import { post } from "../../api/writes";
import { KINDS } from "../../documents/kind";
import { publicKeys } from "../../documents/publicKeys";
import { Button } from "../../ui/Button";
import { Sheet } from "../../ui/Sheet";
import { TextArea, TextField } from "../../ui/TextField";

/** The longest question that the server takes. */
const LONGEST = 2_000;
/** The longest email address. */
const LONGEST_EMAIL = 254;

/** What was typed for each wish, saved while the sheet is closed to look at the document. */
export type Typed = Partial<Record<QuestionKind | "email", string>>;

/** What the sheet says for each wish. */
const WORDS = {
  question: {
    title: "Ask a question",
    more: ".",
    label: "Your question",
    send: "Send question",
    sent: "Question sent",
  },
  changes: {
    title: "Request changes",
    more: " and can send you a new version. Asking doesn’t accept or decline anything.",
    label: "What would you like changed?",
    send: "Send request",
    sent: "Request sent",
  },
} satisfies Record<QuestionKind, unknown>;

/** Takes a question, or the changes that the customer would like; once it is sent, the sheet says what happens next. */
export function AskSheet({
  kind,
  token,
  wish,
  ask,
  document: doc,
  typed,
  onClose,
}: {
  kind: DocumentKind;
  token: string;
  wish: QuestionKind;
  ask: PageQuestionForm;
  document: Presentation;
  typed: RefObject<Typed>;
  onClose: () => void;
}) {
  const form = useId();
  const [words, setWords] = useState(typed.current[wish] ?? "");
  const [email, setEmail] = useState(typed.current.email ?? "");
  const client = useQueryClient();
  const mutationKey = [...publicKeys.one(kind, token), "question"];
  const send = useMutation({
    mutationKey,
    mutationFn: () =>
      post(`${KINDS[kind].api}/public/{token}/question`, {
        params: { token },
        body: { wish, words: words.trim(), ...(email.trim() && { email: email.trim() }) },
      }),
    onError: (error) => console.error("Failed to send question", error),
    onSuccess: () => {
      typed.current[wish] = "";
      void client.invalidateQueries({ queryKey: publicKeys.one(kind, token) });
    },
  });
  const { title, more, label, send: deed, sent } = WORDS[wish];
  if (send.data) {
    return (
      <Sheet
        onClose={onClose}
        title={sent}
        description={
          send.data.hasEmail
            ? `${doc.businessName} will reply to you by email.`
            : `${doc.businessName} has it and will get in touch.`
        }
        footer={
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        }
      />
    );
  }
  const errors = send.error instanceof ApiError ? send.error.errors : [];
  const wrong = (path: string) => errors.find((error) => error.path === path)?.msg;
  const isSaidBelow = Boolean(wrong("words") ?? wrong("email"));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The second press of a double click comes before the button is drawn as busy.
    if (client.isMutating({ mutationKey }) === 0) send.mutate();
  };
  return (
    <Sheet
      onClose={onClose}
      title={title}
      description={`${doc.businessName} will get it straight away${more}`}
      problem={send.error && !isSaidBelow ? errorMessage(send.error) : null}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" busy={send.isPending} busyLabel="Sending…">
            {deed}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="grid gap-4" noValidate>
        <TextArea
          label={label}
          maxLength={LONGEST}
          rows={5}
          value={words}
          error={wrong("words")}
          onChange={(event) => {
            setWords(event.target.value);
            typed.current[wish] = event.target.value;
          }}
        />
        {!ask.hasEmail && (
          <TextField
            label="Your email"
            optional
            help="So they can reply to you."
            type="email"
            autoComplete="email"
            inputMode="email"
            maxLength={LONGEST_EMAIL}
            value={email}
            error={wrong("email")}
            onChange={(event) => {
              setEmail(event.target.value);
              typed.current.email = event.target.value;
            }}
          />
        )}
      </form>
    </Sheet>
  );
}
