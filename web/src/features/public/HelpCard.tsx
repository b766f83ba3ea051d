import { Mail, MessageCircle, Phone } from "lucide-react";
import { useId } from "react";
import type { PageQuestion } from "../../api/generated/PageQuestion";
import type { PageQuestionForm } from "../../api/generated/PageQuestionForm";
import type { Presentation } from "../../api/generated/Presentation";
import type { QuestionKind } from "../../api/generated/QuestionKind";
import { Button } from "../../ui/Button";
import { cx } from "../../ui/cx";
import { buildPhoneLink } from "../../ui/phone-links";

/**
 * How to reach the business: a question here on the page, or phone and email if the business gave them. The
 * questions asked here are listed, so that nobody has to wonder whether they were sent.
 */
export function HelpCard({
  help,
  ask,
  questions = [],
  onAsk,
  className,
}: {
  help: Presentation["help"];
  /** What may be asked here. */
  ask?: PageQuestionForm;
  /** The questions asked here, newest first. */
  questions?: PageQuestion[];
  onAsk?: (wish: QuestionKind) => void;
  className?: string;
}) {
  return (
    <section className={cx("rounded-lg border border-line bg-paper p-4 md:p-5", className)}>
      <h2 className="font-semibold text-base">Need Help?</h2>
      <p className="mt-1 text-quiet text-sm">Any question about this? Ask the business.</p>
      {ask && onAsk && (
        <div className="mt-3 grid gap-2">
          <Button
            block
            icon={<MessageCircle aria-hidden size={18} strokeWidth={1.75} />}
            onClick={() => onAsk("question")}
          >
            Ask a question
          </Button>
          {ask.changes && (
            <Button variant="quiet" block onClick={() => onAsk("changes")}>
              Request changes
            </Button>
          )}
        </div>
      )}
      {help && <ContactButtons help={help} className="mt-3" />}
      {questions.length > 0 && <AskedQuestionList questions={questions} />}
    </section>
  );
}

/** The label of each kind of question that was sent. */
const QUESTION_KIND_LABELS = { question: "Question", changes: "Changes requested" } satisfies Record<
  QuestionKind,
  string
>;

function AskedQuestionList({ questions }: { questions: PageQuestion[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-4 border-line border-t pt-3">
      <h3 id={id} className="font-medium text-ink text-sm">
        What you asked
      </h3>
      <ul className="divide-y divide-line">
        {questions.map((one) => (
          <li key={`${one.asked} ${one.wish} ${one.words}`} className="py-3 text-sm last:pb-0">
            <p className="wrap-anywhere whitespace-pre-line text-ink" dir="auto">
              {one.words}
            </p>
            <p className="mt-1 text-quiet tabular-nums">{`${QUESTION_KIND_LABELS[one.wish]} · ${one.asked}`}</p>
            <p className="text-quiet tabular-nums">{one.reply}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Buttons to call and email, if the business gave those details. */
export function ContactButtons({
  help,
  className,
}: {
  help: NonNullable<Presentation["help"]>;
  className?: string;
}) {
  return (
    <div className={cx("flex flex-wrap gap-2 *:min-w-[min(100%,8rem)] *:flex-1", className)}>
      {help.phone && (
        <Button asChild>
          <a href={buildPhoneLink(help.phone)}>
            <Phone aria-hidden size={18} strokeWidth={1.75} />
            Call
          </a>
        </Button>
      )}
      {help.email && (
        <Button asChild>
          <a href={`mailto:${help.email}?subject=${encodeURIComponent(help.subject)}`}>
            <Mail aria-hidden size={18} strokeWidth={1.75} />
            Email
          </a>
        </Button>
      )}
    </div>
  );
}
