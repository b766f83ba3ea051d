import { useInfiniteQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Link } from "react-router";
import { getErrorMessage } from "../../api/errors";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { DocumentSummary } from "../../api/generated/DocumentSummary";
import { ALL_KINDS, getDocumentPath, KINDS } from "../../documents/kind";
import { JobCell, RowStatus } from "../../documents/list/RowStatus";
import { useConnection } from "../../offline/waiting/waiting-hooks";
import { useRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { type Column, DataTable } from "../../ui/DataTable";
import { deviceName } from "../../ui/device";
import { Money } from "../../ui/Money";
import { ListSkeleton } from "../../ui/Skeleton";
import { ErrorState } from "../../ui/States";
import { Tabs } from "../../ui/Tabs";
import { contactDocumentsQuery } from "./queries";

/** The documents of this customer, by kind. */
export function ContactDocuments({ contactId }: { contactId: string }) {
  const [kind, setKind] = useState<string>(KINDS.quote.kind);
  const renderPanel = (panelKind: DocumentKind) => (
    <Suspense fallback={<ListSkeleton rows={3} />}>
      <ContactDocumentsTable kind={panelKind} contactId={contactId} />
    </Suspense>
  );
  return (
    <Card flush className="overflow-hidden">
      <Tabs
        label="Documents"
        value={kind}
        onValueChange={setKind}
        tabs={ALL_KINDS.map((one) => ({
          value: one.kind,
          label: one.Plural,
          content: renderPanel(one.kind),
        }))}
      />
    </Card>
  );
}

function ContactDocumentsTable({ kind, contactId }: { kind: DocumentKind; contactId: string }) {
  const kindInfo = KINDS[kind];
  const rules = useRules();
  const { reached } = useConnection();
  const list = useInfiniteQuery(contactDocumentsQuery(kind, contactId));
  const { data, error, isFetching, refetch } = list;
  if (error && !data && !isFetching) {
    return <ErrorState message={getErrorMessage(error)} onRetry={() => void refetch()} />;
  }
  if (!data) return <ListSkeleton rows={3} />;
  const rows = data.pages.flatMap((page) => page.data);
  if (rows.length === 0) {
    return (
      <div className="flex flex-col items-center gap-4 px-6 py-10 text-center text-quiet">
        <p>
          {reached
            ? `No ${kindInfo.plural} for this customer yet.`
            : `No ${kindInfo.plural} for this customer are saved on this ${deviceName()}. There may be some in your account: you’ll see them once there is signal.`}
        </p>
        <Button asChild>
          <Link to={`${kindInfo.path}/create?contactId=${contactId}`}>{`New ${kindInfo.name}`}</Link>
        </Button>
      </div>
    );
  }
  const columns: Column<DocumentSummary>[] = [
    { id: "number", header: "Number", width: "w-26", cell: (row) => row.number ?? "Draft" },
    { id: "job", header: "Job", cell: (row) => <JobCell text={row.jobDescription} /> },
    { id: "date", header: "Date", width: "w-29", cell: (row) => rules.dateLong(row.issueDate ?? "") },
    {
      id: "status",
      header: "Status",
      width: "w-44",
      cell: (row) => <RowStatus row={row} />,
    },
    {
      id: "total",
      header: "Total",
      width: "w-28",
      align: "right",
      cell: (row) => <Money text={rules.gbp(row.totalAmount)} />,
    },
  ];
  return (
    <>
      {reached ? null : (
        <p className="border-line border-b px-4 py-3 text-quiet text-sm md:px-6">
          {`Without signal you only see what’s saved on this ${deviceName()}. There may be more.`}
        </p>
      )}
      <DataTable
        label={kindInfo.Plural}
        rows={rows}
        rowKey={({ id }) => id}
        columns={columns}
        to={(row) => getDocumentPath(kind, row)}
        card={(row) => ({
          title: row.jobDescription || row.number || "Draft",
          amount: <Money text={rules.gbp(row.totalAmount)} />,
          detail: [row.number, rules.dateLong(row.issueDate ?? "")].filter(Boolean).join(" · "),
          status: <RowStatus row={row} />,
        })}
      />
      {list.hasNextPage ? (
        <div className="flex flex-col items-center gap-3 border-line border-t p-4">
          <p role="status" className="text-quiet text-sm">
            {`Showing ${rows.length} of ${data.pages[0]?.total}`}
          </p>
          <Button
            busy={list.isFetchingNextPage}
            busyLabel="Loading…"
            onClick={() => void list.fetchNextPage()}
          >
            Load more
          </Button>
        </div>
      ) : null}
    </>
  );
}
