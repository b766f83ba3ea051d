import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import { Link, useParams } from "react-router";
import { getErrorMessage } from "../../api/errors";
import { showFieldErrors } from "../../api/field-errors";
import type { DocumentEmail } from "../../api/generated/DocumentEmail";
import type { QueuedMessageDetails } from "../../api/generated/QueuedMessageDetails";
import { buildFileUrl, newId } from "../../api/requests";
import { describeEmailState, LostEmailBanner } from "../../documents/emails/LostEmailBanner";
import { Badge } from "../../ui/Badge";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { formatDateTime } from "../../ui/formats";
import { TextArea } from "../../ui/TextField";
import { toast } from "../../ui/toast";
import { AdminLayout, AdminLoadState } from "./AdminLayout";
import { getQuestionStatusBadge } from "./labels";
import { questionQuery, useReplyToQuestion, useResolveReplyEmail, useSetQuestionStatus } from "./queries";

/** A question with its replies, and the form for the next reply. */
export function QuestionPage() {
  const { id = "" } = useParams();
  const { data, error, isFetching, refetch } = useQuery(questionQuery(id));
  return (
    <AdminLayout
      title={data?.subject ?? "Question"}
      subtitle={data ? <QuestionAuthor question={data} /> : undefined}
      back={{ to: "/admin/support", label: "Support" }}
      width="narrow"
    >
      {!data || error ? (
        <AdminLoadState
          error={error}
          isFetching={isFetching}
          notFound={{
            title: "We couldn’t find this question",
            next: "See all questions",
            to: "/admin/support",
          }}
          onRetry={() => void refetch()}
        />
      ) : (
        <div className="flex flex-col gap-4">
          <QuestionThread question={data} />
          <QuestionReplyForm key={data.answers.length} id={data.id} email={data.email} />
          <QuestionStatusButton question={data} />
        </div>
      )}
    </AdminLayout>
  );
}

function QuestionAuthor({ question }: { question: QueuedMessageDetails }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Link
        to={`/admin/users/${question.userId}`}
        className="wrap-anywhere inline-link font-medium text-ink underline underline-offset-4"
      >
        {question.email}
      </Link>
      {question.goesFirst ? <Badge tone="amber" label="Priority" /> : null}
      <Badge {...getQuestionStatusBadge(question.status)} />
    </span>
  );
}

function QuestionThread({ question }: { question: QueuedMessageDetails }) {
  return (
    <Card flush>
      <ol className="divide-y divide-line">
        <ThreadMessage
          author={question.name}
          at={question.createdAt}
          text={question.message}
          note={question.browser}
        >
          {question.pictures.length > 0 ? <QuestionPictures question={question} /> : null}
        </ThreadMessage>
        {question.answers.map((answer) => (
          <ThreadMessage
            key={answer.id}
            author={answer.answeredBy}
            at={answer.createdAt}
            text={answer.text}
            note={answer.email && !answer.email.unsettled ? describeEmailState(answer.email) : undefined}
          >
            {answer.email?.unsettled ? (
              <LostReplyEmail question={question.id} answer={answer.id} email={answer.email} />
            ) : null}
          </ThreadMessage>
        ))}
      </ol>
    </Card>
  );
}

function LostReplyEmail({
  question,
  answer,
  email,
}: {
  question: string;
  answer: string;
  email: DocumentEmail;
}) {
  const sendAgain = useResolveReplyEmail(question, answer, "again");
  const markArrived = useResolveReplyEmail(question, answer, "arrived");
  return <LostEmailBanner email={email} sendAgain={sendAgain} markArrived={markArrived} className="mt-2" />;
}

function QuestionPictures({ question }: { question: QueuedMessageDetails }) {
  return (
    <ul aria-label="Pictures" className="mt-2 flex flex-wrap gap-2">
      {question.pictures.map((picture, at) => {
        const file = buildFileUrl("/api/admin/support/{id}/pictures/{picture}", {
          params: { id: question.id, picture },
        });
        return (
          <li key={picture}>
            <a href={file} target="_blank" rel="noreferrer" className="block rounded-md">
              <img
                src={file}
                alt={`Open attachment ${at + 1}`}
                loading="lazy"
                className="size-24 rounded-md border border-line object-cover"
              />
            </a>
          </li>
        );
      })}
    </ul>
  );
}

function ThreadMessage({
  author,
  at,
  text,
  note,
  children,
}: {
  author: string;
  at: number;
  text: string;
  note?: string;
  children?: ReactNode;
}) {
  return (
    <li className="px-4 py-4 md:px-5">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="wrap-anywhere font-semibold text-ink">{author}</span>
        <span className="text-quiet text-sm tabular-nums">{formatDateTime(at)}</span>
      </p>
      <p className="wrap-anywhere mt-1 whitespace-pre-line" dir="auto">
        {text}
      </p>
      {children}
      {note ? <p className="mt-2 text-quiet text-sm">{note}</p> : null}
    </li>
  );
}

/** The form for a reply. Its text stays until the server has stored it, so that a failed request loses nothing. */
function QuestionReplyForm({ id, email }: { id: string; email: string }) {
  const reply = useReplyToQuestion(id);
  const [replyId] = useState(newId);
  const [problem, setProblem] = useState<string | null>(null);
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { text: "" } });
  const submit = handleSubmit(async ({ text }) => {
    setProblem(null);
    try {
      await reply.mutateAsync({ id: replyId, text });
      toast({ title: `Your reply is on its way to ${email}`, tone: "good" });
    } catch (error) {
      setProblem(showFieldErrors(error, setError, ["text"]));
    }
  });
  return (
    <Card title="Reply" hint={<span className="wrap-anywhere">We email it to {email}.</span>}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        {problem ? (
          <Banner tone="red" live>
            {problem}
          </Banner>
        ) : null}
        <TextArea label="Your reply" rows={6} error={formState.errors.text?.message} {...register("text")} />
        <Button
          type="submit"
          variant="primary"
          className="md:self-end"
          busy={formState.isSubmitting}
          busyLabel="Sending…"
        >
          Send reply
        </Button>
      </form>
    </Card>
  );
}

function QuestionStatusButton({ question }: { question: QueuedMessageDetails }) {
  const setStatus = useSetQuestionStatus(question.id);
  const next = question.status === "closed" ? "open" : "closed";
  const change = () =>
    setStatus.mutate(next, {
      onError: (error) =>
        toast({ title: "That didn’t work", description: getErrorMessage(error), tone: "bad" }),
    });
  return (
    <div className="flex flex-col md:flex-row md:justify-end">
      <Button busy={setStatus.isPending} onClick={change}>
        {next === "closed" ? "Close without replying" : "Reopen"}
      </Button>
    </div>
  );
}
