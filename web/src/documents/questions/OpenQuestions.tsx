import { useQuery } from "@tanstack/react-query";
import { Check, Phone, Reply } from "lucide-react";
import { useState } from "react";
import type { Question } from "../../api/generated/Question";
import { useConnection } from "../../offline/waiting/waiting-hooks";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { MainAction } from "../../ui/PageHeader";
import { buildPhoneLink } from "../../ui/phone-links";
import { documentQueries } from "../queries";
import type { StoredDocument } from "../types";
import { useMarkAnswered } from "./mutations";
import { isUnanswered, isWaitingForCustomer } from "./open";
import { ReplyDialog } from "./ReplyDialog";

/** What the customer asked on the document's page and nobody has answered: the next thing to do. */
export function OpenQuestions({ document: doc }: { document: StoredDocument }) {
  const { data } = useQuery(documentQueries.timeline(doc.kind, doc.id));
  const openQuestions = (data?.questions ?? []).filter(isUnanswered);
  // Of an offer that waits nothing else comes next: its customer has to have an answer first.
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
  // Saved while the dialog is closed, so that a look at the document loses nothing.
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
