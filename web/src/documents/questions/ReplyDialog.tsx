import { type FormEvent, useId } from "react";
import { ApiError, getErrorMessage } from "../../api/errors";
import type { Question } from "../../api/generated/Question";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { TextArea } from "../../ui/TextField";
import { toast } from "../../ui/toast";
import type { StoredDocument } from "../types";
import { useReply } from "./mutations";

/** The longest reply that the server takes. */
const MAX_REPLY_LENGTH = 5_000;

/** Takes the reply to a question; it goes out by email, with the question quoted. */
export function ReplyDialog({
  document: doc,
  question,
  to,
  text,
  onTextChange,
  onClose,
}: {
  document: StoredDocument;
  question: Question;
  /** The address that it goes to. */
  to: string;
  text: string;
  onTextChange: (text: string) => void;
  onClose: () => void;
}) {
  const form = useId();
  const reply = useReply(doc.kind, doc.id, question.id);
  const fieldErrors = reply.error instanceof ApiError ? reply.error.errors : [];
  const textError = fieldErrors.find(({ path }) => path === "words")?.msg;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reply.isPending) return;
    reply.mutate(text.trim(), {
      onSuccess: () => {
        toast({ title: "Your reply is on its way", description: to });
        onClose();
      },
    });
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title="Reply"
      description={`It goes to ${to} by email, with what they wrote below it.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" busy={reply.isPending} busyLabel="Sending…">
            Send reply
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="grid gap-4" noValidate>
        <blockquote
          dir="auto"
          className="wrap-anywhere whitespace-pre-line border-line border-l-4 pl-3 text-quiet text-sm"
        >
          {question.words}
        </blockquote>
        <TextArea
          label="Your reply"
          rows={5}
          maxLength={MAX_REPLY_LENGTH}
          value={text}
          onChange={(event) => onTextChange(event.target.value)}
          error={textError}
        />
        {reply.error && !textError && (
          <Banner tone="red" live>
            {getErrorMessage(reply.error)}
          </Banner>
        )}
      </form>
    </Dialog>
  );
}
