import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { DocumentSummary } from "../../api/generated/DocumentSummary";
import { getDocumentPath, KINDS } from "../../documents/kind";
import { KIND_ICONS } from "../../documents/kindIcons";
import { JobCell, RowStatus } from "../../documents/list/RowStatus";
import { ActivityRow } from "../../entities/activities/ActivityRow";
import { formatTimeInLondon } from "../../entities/activities/activityPath";
import { latestActivitiesQuery } from "../../entities/activities/queries";
import { todayInLondon } from "../../rules/calendar";
import { useRules } from "../../rules/rules";
import { Card } from "../../ui/Card";
import { type Column, DataTable } from "../../ui/DataTable";
import { Money } from "../../ui/Money";

const getDocumentName = (row: DocumentSummary) => row.number ?? `Draft ${KINDS[row.kind].name}`;

/** The documents that changed last, with the dates of their changes, which explain the order. */
export function RecentDocuments({ documents }: { documents: DocumentSummary[] }) {
  const { gbp, dateLong } = useRules();
  const formatChangedDate = (row: DocumentSummary) => dateLong(todayInLondon(new Date(row.updatedAt)));
  const columns: Column<DocumentSummary>[] = [
    {
      id: "customer",
      header: "Customer",
      width: "w-[23%]",
      cell: (row) => (
        <>
          <DocumentKindIcon kind={row.kind} />
          {row.contactName || "No customer yet"}
        </>
      ),
    },
    { id: "job", header: "Job", cell: (row) => <JobCell text={row.jobDescription} /> },
    { id: "number", header: "Number", width: "w-28", cell: getDocumentName },
    { id: "changed", header: "Last changed", width: "w-27", cell: formatChangedDate },
    {
      id: "status",
      header: "Status",
      width: "w-42",
      cell: (row) => <RowStatus row={row} />,
    },
    {
      id: "total",
      header: "Total",
      width: "w-27",
      align: "right",
      cell: (row) => <Money text={gbp(row.totalAmount)} />,
    },
  ];
  return (
    <Card title="Recent" flush>
      <DataTable
        label="Recent quotes and invoices"
        rows={documents}
        rowKey={({ id }) => id}
        columns={columns}
        to={(row) => getDocumentPath(row.kind, row)}
        card={(row) => ({
          title: row.contactName || row.jobDescription || "No customer yet",
          amount: <Money text={gbp(row.totalAmount)} />,
          detail: [getDocumentName(row), formatChangedDate(row)].filter(Boolean).join(" · "),
          status: <RowStatus row={row} />,
        })}
      />
    </Card>
  );
}

function DocumentKindIcon({ kind }: { kind: DocumentSummary["kind"] }) {
  const Icon = KIND_ICONS[kind];
  return (
    <Icon
      role="img"
      aria-label={KINDS[kind].Name}
      size={18}
      strokeWidth={1.75}
      className="mr-2.5 inline-block align-[-0.2em] text-quiet"
    />
  );
}

/** Recent activity, the user's and the customers'. The dashboard is complete without it, so it comes last. */
export function RecentActivity() {
  const { dateLong } = useRules();
  const { data } = useQuery(latestActivitiesQuery);
  if (!data || data.length === 0) return null;
  const today = todayInLondon();
  const formatWhen = (at: number) => {
    const day = todayInLondon(new Date(at));
    return day === today ? formatTimeInLondon(at) : dateLong(day).replace(/ \d{4}$/, "");
  };
  return (
    <Card
      title="What happened"
      flush
      action={
        <Link
          to="/activities"
          className="inline-flex min-h-11 items-center font-semibold text-ink underline underline-offset-4"
        >
          All activities
        </Link>
      }
    >
      <ul className="divide-y divide-line">
        {data.map((activity) => (
          <li key={activity.id}>
            <ActivityRow activity={activity} when={formatWhen(activity.createdAt)} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
