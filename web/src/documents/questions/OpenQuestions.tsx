import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, Phone, Reply } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { ApiError, getErrorMessage } from "../../api/errors";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { Question } from "../../api/generated/Question";
import type { Timeline } from "../../api/generated/Timeline";
import { post } from "../../api/requests";
import { useConnection } from "../../offline/waiting/waiting-hooks";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { MainAction } from "../../ui/PageHeader";
import { buildPhoneLink } from "../../ui/phone-links";
import { TextArea } from "../../ui/TextField";
import { toast } from "../../ui/toast";
import { KINDS } from "../kind";
import { documentKeys, documentQueries } from "../queries";
import type { StoredDocument } from "../types";

/**
 * Puts the new timeline into the cache, and refetches the lists and the dashboard, because the customer isn't
 * waiting any more.
 */
const createTimelineUpdater =
  (client: QueryClient, kind: DocumentKind, id: string) => (timeline: Timeline) => {
    client.setQueryData(documentKeys.timeline(kind, id), timeline);
    void client.invalidateQueries({ queryKey: documentKeys.lists(kind) });
    void client.invalidateQueries({ queryKey: ["/api/dashboard"], exact: true });
  };

/** Replies to a question by email. */
export function useReply(kind: DocumentKind, id: string, question: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (words: string) =>
      post(`${KINDS[kind].api}/{id}/questions/{question}/reply`, {
        params: { id, question },
        body: { words },
      }),
    onSuccess: createTimelineUpdater(client, kind, id),
  });
}

/** Records that a question was answered in another way, such as by phone. */
export function useMarkAnswered(kind: DocumentKind, id: string, question: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      post(`${KINDS[kind].api}/{id}/questions/{question}/answered`, { params: { id, question } }),
    onSuccess: createTimelineUpdater(client, kind, id),
    onError: (error) => toast({ title: getErrorMessage(error), tone: "bad" }),
  });
}

/** Whether a question hasn't been answered. */
export const isUnanswered = ({ answeredAt }: Question): boolean => answeredAt === null;

/** Whether it is a quote that its customer hasn't decided on. */
export const isWaitingForCustomer = ({ kind, status, archived }: StoredDocument): boolean =>
  kind === "quote" && status === "sent" && !archived;

/** The server's limit for the length of a reply. */
const MAX_REPLY_LENGTH = 5_000;

/** The dialog for replying to a question by email, with the question quoted. */
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
  /** The recipient's email address. */
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

/** The customer's unanswered questions, which are the next thing to do. */
export function OpenQuestions({ document: doc }: { document: StoredDocument }) {
  const { data } = useQuery(documentQueries.timeline(doc.kind, doc.id));
  const openQuestions = (data?.questions ?? []).filter(isUnanswered);
  // For a quote that is waiting, nothing else comes next: the customer needs a reply first.
  const isNext = (at: number) => at === 0 && isWaitingForCustomer(doc);
  return openQuestions.map((question, at) => (
    <OpenQuestionBanner key={question.id} document={doc} question={question} isNext={isNext(at)} />
  ));
}

function OpenQuestionBanner({
  document: doc,
  question,
  isNext,
}: {
  document: StoredDocument;
  question: Question;
  /** Replying is the page's main action. */
  isNext: boolean;
}) {
  const { reached } = useConnection();
  const markAnswered = useMarkAnswered(doc.kind, doc.id, question.id);
  const [isReplying, setReplying] = useState(false);
  // Saved while the dialog is closed, so that looking at the document loses nothing.
  const [replyText, setReplyText] = useState("");
  const customerName = doc.contact?.name || doc.contact?.company || "Your customer";
  const phone = doc.contact?.phone;
  const title =
    question.wish === "changes" ? `${customerName} requested changes` : `${customerName} asked a question`;
  const reply = question.replyTo !== null && (
    <Button
      variant="primary"
      className={isNext ? "max-md:w-full" : undefined}
      disabled={!reached}
      icon={<Reply aria-hidden size={18} strokeWidth={1.75} />}
      onClick={() => setReplying(true)}
    >
      Reply
    </Button>
  );
  return (
    <Banner tone="blue" title={title} live className="mb-4">
      <p dir="auto" className="wrap-anywhere whitespace-pre-line">
        {question.words}
      </p>
      {question.wish === "changes" && doc.allowed.edit && (
        <p className="mt-2">Edit it and send it again, or reply.</p>
      )}
      {question.replyTo === null && (
        <p className="mt-2">
          They left no email address. Call them, or add one to their details to reply by email.
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        {isNext && reply ? <MainAction>{reply}</MainAction> : reply}
        {phone && (
          <Button asChild>
            <a href={buildPhoneLink(phone)}>
              <Phone aria-hidden size={18} strokeWidth={1.75} />
              Call
            </a>
          </Button>
        )}
        <Button
          disabled={!reached}
          busy={markAnswered.isPending}
          writes
          icon={<Check aria-hidden size={18} strokeWidth={1.75} />}
          onClick={() => markAnswered.mutate()}
        >
          Mark as answered
        </Button>
      </div>
      {!reached && <p className="mt-2 text-sm">Replying needs signal.</p>}
      {isReplying && question.replyTo !== null && (
        <ReplyDialog
          document={doc}
          question={question}
          to={question.replyTo}
          text={replyText}
          onTextChange={setReplyText}
          onClose={() => setReplying(false)}
        />
      )}
    </Banner>
  );
}
