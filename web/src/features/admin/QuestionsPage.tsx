import { useQuery } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import type { QueuedMessage } from "../../api/generated/QueuedMessage";
import { Badge } from "../../ui/Badge";
import { Card } from "../../ui/Card";
import { type Column, DataTable } from "../../ui/DataTable";
import { FilterChips } from "../../ui/FilterChips";
import { formatDateTime } from "../../ui/formats";
import { SearchBox } from "../../ui/SearchBox";
import { EmptyState, NothingFound } from "../../ui/States";
import { AdminLayout, AdminLoadState, Pager, useFilterParam, usePageNumber } from "./AdminLayout";
import { getQuestionStatusBadge, QUESTION_STATUSES } from "./labels";
import { questionsQuery } from "./queries";

const ALL = "all";

const statuses = [
  ...Object.entries(QUESTION_STATUSES).map(([value, { label }]) => ({ value, label })),
  { value: ALL, label: "All" },
];

function QuestionBadges({ question }: { question: QueuedMessage }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {question.goesFirst ? <Badge tone="amber" label="Priority" /> : null}
      <Badge {...getQuestionStatusBadge(question.status)} />
      {question.lostEmail ? <Badge tone="amber" label="Email not confirmed" /> : null}
    </span>
  );
}

const columns: Column<QueuedMessage>[] = [
  {
    id: "subject",
    header: "Subject",
    cell: (question) => <span className="wrap-anywhere font-medium text-ink">{question.subject}</span>,
  },
  { id: "who", header: "Who", cell: (question) => <span className="wrap-anywhere">{question.email}</span> },
  { id: "when", header: "Received", cell: (question) => formatDateTime(question.createdAt), width: "w-44" },
  {
    id: "marks",
    header: "Status",
    cell: (question) => <QuestionBadges question={question} />,
    width: "w-56",
  },
];

/** The questions to support, in the order in which they are to be answered. */
export function QuestionsPage() {
  const [search, setSearch] = useFilterParam("search");
  const [statusParam, setStatus] = useFilterParam("status");
  // A person who searches for a question doesn't know its status, so a search covers all of them.
  const status =
    statusParam in QUESTION_STATUSES ? statusParam : statusParam === ALL || search ? ALL : "open";
  const page = usePageNumber();
  const { data, error, isFetching, refetch } = useQuery(questionsQuery({ search, status, page }));
  return (
    <AdminLayout title="Support">
      <div className="mb-4 flex flex-col gap-3">
        <SearchBox label="Search questions" value={search} onValueChange={setSearch} />
        <FilterChips label="Status" options={statuses} value={status} onValueChange={setStatus} />
      </div>
      {!data || error ? (
        <AdminLoadState error={error} isFetching={isFetching} onRetry={() => void refetch()} />
      ) : (
        <>
          <Card flush>
            {data.data.length === 0 ? (
              search ? (
                <NothingFound search={search} onClear={() => setSearch("")} />
              ) : (
                <EmptyState
                  icon={Inbox}
                  title={status === "open" ? "You’ve replied to everything" : "No questions yet"}
                />
              )
            ) : (
              <DataTable
                label="Questions"
                rows={data.data}
                rowKey={(question) => question.id}
                columns={columns}
                to={(question) => `/admin/support/${question.id}`}
                card={(question) => ({
                  title: question.subject,
                  note: question.email,
                  detail: formatDateTime(question.createdAt),
                  status: <QuestionBadges question={question} />,
                })}
              />
            )}
          </Card>
          <Pager total={data.total} rows={data.rows} />
        </>
      )}
    </AdminLayout>
  );
}
