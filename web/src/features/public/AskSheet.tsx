import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type RefObject, useId, useState } from "react";
import { ApiError, getErrorMessage } from "../../api/errors";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { PageQuestionForm } from "../../api/generated/PageQuestionForm";
import type { Presentation } from "../../api/generated/Presentation";
import type { QuestionKind } from "../../api/generated/QuestionKind";
import { post } from "../../api/requests";
import { KINDS } from "../../documents/kind";
import { publicPageKeys } from "../../documents/publicPageKeys";
import { Button } from "../../ui/Button";
import { Sheet } from "../../ui/Sheet";
import { TextArea, TextField } from "../../ui/TextField";

/** The longest question that the server accepts. */
const MAX_QUESTION_LENGTH = 2_000;
const MAX_EMAIL_LENGTH = 254;

/** The text typed for each kind of question, saved while the sheet is closed to look at the document. */
export type QuestionDrafts = Partial<Record<QuestionKind | "email", string>>;

/** The sheet's texts for each kind of question. */
const QUESTION_TEXTS = {
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

/**
 * Sends a question, or the changes that the customer would like; once it is sent, the sheet says what happens
 * next.
 */
export function AskSheet({
  kind,
  token,
  wish,
  ask,
  document: doc,
  drafts,
  onClose,
}: {
  kind: DocumentKind;
  token: string;
  wish: QuestionKind;
  ask: PageQuestionForm;
  document: Presentation;
  drafts: RefObject<QuestionDrafts>;
  onClose: () => void;
}) {
  const form = useId();
  const [text, setText] = useState(drafts.current[wish] ?? "");
  const [email, setEmail] = useState(drafts.current.email ?? "");
  const client = useQueryClient();
  const mutationKey = [...publicPageKeys.one(kind, token), "question"];
  const send = useMutation({
    mutationKey,
    mutationFn: () =>
      post(`${KINDS[kind].api}/public/{token}/question`, {
        params: { token },
        body: { wish, words: text.trim(), ...(email.trim() && { email: email.trim() }) },
      }),
    onError: (error) => console.error("Failed to send question", error),
    onSuccess: () => {
      drafts.current[wish] = "";
      void client.invalidateQueries({ queryKey: publicPageKeys.one(kind, token) });
    },
  });
  const { title, more, label, send: sendLabel, sent } = QUESTION_TEXTS[wish];
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
  const findFieldError = (path: string) => errors.find((error) => error.path === path)?.msg;
  const isShownAtField = Boolean(findFieldError("words") ?? findFieldError("email"));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The second click of a double click comes before the button is displayed as busy.
    if (client.isMutating({ mutationKey }) === 0) send.mutate();
  };
  return (
    <Sheet
      onClose={onClose}
      title={title}
      description={`${doc.businessName} will get it straight away${more}`}
      problem={send.error && !isShownAtField ? getErrorMessage(send.error) : null}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" busy={send.isPending} busyLabel="Sending…">
            {sendLabel}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="grid gap-4" noValidate>
        <TextArea
          label={label}
          maxLength={MAX_QUESTION_LENGTH}
          rows={5}
          value={text}
          error={findFieldError("words")}
          onChange={(event) => {
            setText(event.target.value);
            drafts.current[wish] = event.target.value;
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
            maxLength={MAX_EMAIL_LENGTH}
            value={email}
            error={findFieldError("email")}
            onChange={(event) => {
              setEmail(event.target.value);
              drafts.current.email = event.target.value;
            }}
          />
        )}
      </form>
    </Sheet>
  );
}
