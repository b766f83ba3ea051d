import { useQuery } from "@tanstack/react-query";
import { getErrorMessage } from "../../api/errors";
import type { SupportMessage } from "../../api/generated/SupportMessage";
import { configQuery, meQuery } from "../../entities/accounts/queries";
import { PlusBadge } from "../../entities/plans/PlusBadge";
import { PlusNote } from "../../entities/plans/PlusOnly";
import { usePlan } from "../../entities/plans/usePlan";
import { Badge, type BadgeTone } from "../../ui/Badge";
import { Card } from "../../ui/Card";
import { formatDateTime } from "../../ui/formats";
import { Page, PageHeader } from "../../ui/PageHeader";
import { ListSkeleton } from "../../ui/Skeleton";
import { ErrorState } from "../../ui/States";
import { buildPictureAddress } from "./MessagePictures";
import { supportMessagesQuery } from "./queries";
import { SupportForm } from "./SupportForm";

/** Asking for help, with earlier questions. */
export function SupportPage() {
  const { data: user } = useQuery(meQuery);
  const { data: config } = useQuery(configQuery);
  const messages = useQuery(supportMessagesQuery);
  const { isSold, lacksFeature } = usePlan();
  return (
    <Page width="narrow">
      <title>Support · Plumbline</title>
      <PageHeader title="Support" />
      <div className="flex flex-col gap-4">
        <Card
          title="Write to us"
          hint={user ? <span className="wrap-anywhere">We reply to {user.email}.</span> : null}
        >
          {isSold ? (
            <div className="mb-4 text-quiet text-sm">
              {lacksFeature("prioritySupport") ? (
                <PlusNote feature="prioritySupport">Every plan has email support.</PlusNote>
              ) : (
                <p className="flex flex-wrap items-center gap-2">
                  We answer your questions first. <PlusBadge />
                </p>
              )}
            </div>
          ) : null}
          <SupportForm />
          {config?.supportEmail ? (
            <p className="mt-4 text-quiet text-sm">
              Or write to{" "}
              <a
                href={`mailto:${config.supportEmail}`}
                className="wrap-anywhere font-medium text-ink underline underline-offset-4"
              >
                {config.supportEmail}
              </a>
              .
            </p>
          ) : null}
        </Card>
        <Card title="Your messages" flush>
          {messages.data ? (
            <SupportMessageList messages={messages.data} />
          ) : messages.isError ? (
            <ErrorState message={getErrorMessage(messages.error)} onRetry={() => messages.refetch()} />
          ) : (
            <ListSkeleton />
          )}
        </Card>
      </div>
    </Page>
  );
}

/** The badge for a question's status, for the person who asked it. */
const STATUS_BADGES: Record<SupportMessage["status"], { tone: BadgeTone; label: string }> = {
  open: { tone: "blue", label: "No reply yet" },
  answered: { tone: "green", label: "Replied" },
  closed: { tone: "grey", label: "Closed" },
};

function SupportMessageList({ messages }: { messages: SupportMessage[] }) {
  if (messages.length === 0) {
    return <p className="px-4 pt-1 pb-5 text-quiet md:px-5">You haven’t written to us yet.</p>;
  }
  return (
    <ul className="divide-y divide-line">
      {messages.map(({ id, subject, message, createdAt, status, answers, pictures }) => (
        <li key={id} className="px-4 py-3 md:px-5">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="wrap-anywhere min-w-0 font-semibold text-ink">{subject}</span>
            <time
              dateTime={new Date(createdAt).toISOString()}
              className="shrink-0 text-quiet text-sm tabular-nums"
            >
              {formatDateTime(createdAt)}
            </time>
          </p>
          <p className="wrap-anywhere mt-1 whitespace-pre-line text-quiet" dir="auto">
            {message}
          </p>
          {pictures.length > 0 ? (
            <ul aria-label="Pictures" className="mt-2 flex flex-wrap gap-2">
              {pictures.map((picture, at) => (
                <li key={picture}>
                  <a
                    href={buildPictureAddress(picture)}
                    target="_blank"
                    rel="noreferrer"
                    className="block rounded-md"
                  >
                    <img
                      src={buildPictureAddress(picture)}
                      alt={`Open attachment ${at + 1}`}
                      loading="lazy"
                      className="size-20 rounded-md border border-line object-cover"
                    />
                  </a>
                </li>
              ))}
            </ul>
          ) : null}
          {answers.map((answer) => (
            <div key={answer.id} className="mt-3 border-line border-l-2 pl-3">
              <p className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span className="font-medium text-ink">Support</span>
                <time
                  dateTime={new Date(answer.createdAt).toISOString()}
                  className="shrink-0 text-quiet text-sm tabular-nums"
                >
                  {formatDateTime(answer.createdAt)}
                </time>
              </p>
              <p className="wrap-anywhere whitespace-pre-line" dir="auto">
                {answer.text}
              </p>
            </div>
          ))}
          <Badge className="mt-2" {...STATUS_BADGES[status]} />
        </li>
      ))}
    </ul>
  );
}
