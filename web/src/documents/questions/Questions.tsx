import { useQuery } from "@tanstack/react-query";
import { Check, Phone, Reply } from "lucide-react";
import { useState } from "react";
import type { Question } from "../../api/generated/Question";
import { useConnection } from "../../offline/waiting/useWaiting";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { MainAction } from "../../ui/PageHeader";
import { telAddress } from "../../ui/tel";
import { documentQueries } from "../queries";
import type { StoredDocument } from "../types";
import { useAnswered } from "./mutations";
import { isOpen, waitsForCustomer } from "./open";
import { ReplyDialog } from "./ReplyDialog";

/** What the customer asked on the document's page and nobody has answered: the next thing to do. */
export function Questions({ document: doc }: { document: StoredDocument }) {
  const { data } = useQuery(documentQueries.timeline(doc.kind, doc.id));
  const waiting = (data?.questions ?? []).filter(isOpen);
  // Of an offer that waits nothing else comes next: its customer has to have an answer first.
  const isNext = (at: number) => at === 0 && waitsForCustomer(doc);
  return waiting.map((question, at) => (
    <Waiting key={question.id} document={doc} question={question} isNext={isNext(at)} />
  ));
}

function Waiting({
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
  const answered = useAnswered(doc.kind, doc.id, question.id);
  const [isReplying, setReplying] = useState(false);
  // Saved while the dialog is closed, so that a look at the document loses nothing.
  const [words, setWords] = useState("");
  const who = doc.contact?.name || doc.contact?.company || "Your customer";
  const phone = doc.contact?.phone;
  const title = question.wish === "changes" ? `${who} requested changes` : `${who} asked a question`;
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
            <a href={telAddress(phone)}>
              <Phone aria-hidden size={18} strokeWidth={1.75} />
              Call
            </a>
          </Button>
        )}
        <Button
          disabled={!reached}
          busy={answered.isPending}
          writes
          icon={<Check aria-hidden size={18} strokeWidth={1.75} />}
          onClick={() => answered.mutate()}
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
          words={words}
          onType={setWords}
          onClose={() => setReplying(false)}
        />
      )}
    </Banner>
  );
}
