import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Archive, ArchiveRestore, EllipsisVertical, Trash2 } from "lucide-react";
import { useCallback, useDeferredValue, useMemo, useState } from "react";
import { Link } from "react-router";
import { getErrorMessage } from "../../api/errors";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { DocumentSummary } from "../../api/generated/DocumentSummary";
import { ALL_KINDS, KINDS } from "../../documents/kind";
import { JobCell, RowStatus } from "../../documents/list/RowStatus";
import { useArchiveDocument, useDeleteDraft } from "../../documents/mutations";
import { documentQueries, type ListFilter } from "../../documents/queries";
import { useConnection } from "../../offline/waiting/waiting-hooks";
import { useRules } from "../../rules/rules";
import { Card } from "../../ui/Card";
import { type Column, DataTable } from "../../ui/DataTable";
import { ConfirmDialog } from "../../ui/Dialog";
import { DropdownMenu } from "../../ui/DropdownMenu";
import { FilterChips } from "../../ui/FilterChips";
import { IconButton } from "../../ui/IconButton";
import { Money } from "../../ui/Money";
import { Page, PageHeader } from "../../ui/PageHeader";
import { SearchBox } from "../../ui/SearchBox";
import { ListSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState, NothingCached, NothingFound } from "../../ui/States";
import { toast } from "../../ui/toast";
import { useSearchParams } from "../../ui/useSearchParams";

const getCustomerName = (row: DocumentSummary) => row.contactName || "No customer yet";
const getJobTitle = (row: DocumentSummary) => row.jobDescription.split("\n")[0] ?? "";
const getDocumentTitle = (kind: DocumentKind, row: DocumentSummary) =>
  `${row.number ?? `draft ${KINDS[kind].name}`} for ${getCustomerName(row)}`;

/** The archived documents: a table on desktop, cards on phones. */
export function ArchivedTable({
  kind,
  rows,
  total,
  onNearEnd,
}: {
  kind: DocumentKind;
  rows: DocumentSummary[];
  total: number;
  onNearEnd: () => void;
}) {
  const { path, Plural } = KINDS[kind];
  const { dateLong, gbp } = useRules();
  const [deleting, setDeleting] = useState<DocumentSummary | null>(null);
  const renderAmount = (row: DocumentSummary) => <Money text={gbp(row.totalAmount)} className="text-ink" />;
  const formatNumber = (row: DocumentSummary) => row.number ?? "Draft";
  const formatIssueDate = (row: DocumentSummary) => dateLong(row.issueDate ?? "");
  const columns: Column<DocumentSummary>[] = [
    { id: "customer", header: "Customer", cell: getCustomerName },
    { id: "number", header: "Number", width: "w-24", cell: formatNumber },
    { id: "job", header: "Job", from: "lg", cell: (row) => <JobCell text={getJobTitle(row)} /> },
    { id: "date", header: "Date", width: "w-30", from: "lg", cell: formatIssueDate },
    { id: "status", header: "Status", width: "w-42", cell: (row) => <RowStatus row={row} /> },
    { id: "total", header: "Total", width: "w-26", align: "right", cell: renderAmount },
  ];
  return (
    <>
      <DataTable
        label={`Archived ${Plural.toLowerCase()}`}
        rows={rows}
        rowKey={(row) => row.id}
        to={(row) => `${path}/${row.id}`}
        windowed={{ total, onNearEnd }}
        columns={columns}
        card={(row) => ({
          title: getCustomerName(row),
          amount: renderAmount(row),
          note: getJobTitle(row),
          detail: `${formatNumber(row)} · ${formatIssueDate(row)}`,
          status: <RowStatus row={row} />,
        })}
        rowActions={(row) => <ArchivedRowMenu kind={kind} row={row} onDelete={() => setDeleting(row)} />}
      />
      {deleting && <DeleteArchivedDraftDialog kind={kind} row={deleting} onClose={() => setDeleting(null)} />}
    </>
  );
}

/** Restores a document to its list; a draft can also be deleted for good. */
function ArchivedRowMenu({
  kind,
  row,
  onDelete,
}: {
  kind: DocumentKind;
  row: DocumentSummary;
  onDelete: () => void;
}) {
  const { restore } = useArchiveDocument(kind);
  const title = getDocumentTitle(kind, row);
  const restoring = { label: "Restore", icon: ArchiveRestore, onSelect: () => void restore(row.id, title) };
  const deleting = {
    label: "Delete for good",
    icon: Trash2,
    danger: true,
    separated: true,
    onSelect: onDelete,
  };
  return (
    <DropdownMenu
      trigger={
        <IconButton
          label={`More for ${title}`}
          icon={<EllipsisVertical aria-hidden size={20} strokeWidth={1.75} />}
          className="text-quiet"
        />
      }
      items={row.status === "draft" ? [restoring, deleting] : [restoring]}
    />
  );
}

function DeleteArchivedDraftDialog({
  kind,
  row,
  onClose,
}: {
  kind: DocumentKind;
  row: DocumentSummary;
  onClose: () => void;
}) {
  const { name } = KINDS[kind];
  const remove = useDeleteDraft(kind);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Delete this draft ${name} for good?`}
      description={`${[getCustomerName(row), getJobTitle(row)].filter(Boolean).join(", ")}. It can’t be brought back.`}
      confirmLabel="Delete for good"
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(row.id, {
          onSuccess: () => toast({ title: "Draft deleted", tone: "good" }),
          onSettled: onClose,
        })
      }
    />
  );
}

const createArchivedFilter = (q: string): ListFilter => ({
  q,
  status: "",
  archived: true,
  from: "",
  to: "",
  sort: "",
  order: "desc",
});

/** The archived documents: they can be restored, and a draft can be deleted for good. */
export function ArchivesPage() {
  const [params, setParams] = useSearchParams();
  const kind = ALL_KINDS.find((one) => one.kind === params.get("kind"))?.kind ?? "quote";
  const q = params.get("q") ?? "";
  const setFilter = (changed: { kind?: DocumentKind; q?: string }) =>
    setParams(
      (before) => {
        const { kind = "quote", q = "" } = { ...Object.fromEntries(before), ...changed };
        return { ...(kind === "quote" ? {} : { kind }), ...(q ? { q } : {}) };
      },
      { replace: true },
    );
  return (
    <Page width="table">
      <title>Archives · Plumbline</title>
      <PageHeader title="Archives" />
      <p className="-mt-2 mb-4 max-w-[65ch] text-quiet">
        Documents you’ve sent keep their number and link. Drafts can be deleted for good.
      </p>
      <div className="mb-4 grid gap-3 md:flex md:items-center">
        <div className="shrink-0 md:w-64 2xl:w-72">
          <SearchBox
            label={`Search archived ${KINDS[kind].plural}`}
            value={q}
            onValueChange={(text) => setFilter({ q: text })}
          />
        </div>
        <ArchiveKindTabs q={q} kind={kind} onChange={(next) => setFilter({ kind: next })} />
      </div>
      <Card flush>
        <ArchivedDocuments key={kind} kind={kind} q={q} onClear={() => setFilter({ q: "" })} />
      </Card>
    </Page>
  );
}

/** Tabs for the kinds of document, each with its number of archived documents. */
function ArchiveKindTabs({
  q,
  kind,
  onChange,
}: {
  q: string;
  kind: DocumentKind;
  onChange: (kind: DocumentKind) => void;
}) {
  const counts: Record<DocumentKind, number | undefined> = {
    quote: useArchivedCount("quote", q),
    invoice: useArchivedCount("invoice", q),
    credit_note: useArchivedCount("credit_note", q),
  };
  return (
    <FilterChips
      label="Kind"
      options={ALL_KINDS.map((kindInfo) => ({
        value: kindInfo.kind,
        label: kindInfo.Plural,
        count: counts[kindInfo.kind],
      }))}
      value={kind}
      onValueChange={(next) =>
        onChange(ALL_KINDS.find((kindInfo) => kindInfo.kind === next)?.kind ?? "quote")
      }
    />
  );
}

function useArchivedCount(kind: DocumentKind, q: string): number | undefined {
  const counts = useQuery(documentQueries.counts(kind, createArchivedFilter(useDeferredValue(q))));
  return counts.data?.find(({ status }) => status === "")?.documents;
}

function ArchivedDocuments({ kind, q, onClear }: { kind: DocumentKind; q: string; onClear: () => void }) {
  const kindInfo = KINDS[kind];
  const { reached } = useConnection();
  const list = useInfiniteQuery({
    ...documentQueries.list(kind, createArchivedFilter(useDeferredValue(q))),
    placeholderData: keepPreviousData,
  });
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.data) ?? [], [list.data]);
  const loadNextPage = useCallback(() => {
    if (list.hasNextPage && !list.isFetching && !list.isFetchNextPageError) void list.fetchNextPage();
  }, [list]);
  if (list.isPending) return <ListSkeleton rows={6} />;
  if (rows.length > 0) {
    return (
      <ArchivedTable
        kind={kind}
        rows={rows}
        total={list.data?.pages[0]?.total ?? 0}
        onNearEnd={loadNextPage}
      />
    );
  }
  if (list.isError) {
    return (
      <ErrorState
        title="Your archives could not be loaded"
        message={getErrorMessage(list.error)}
        onRetry={() => void list.refetch()}
      />
    );
  }
  if (q.trim()) return <NothingFound search={q.trim()} onClear={onClear} />;
  if (!reached) return <NothingCached noun={`archived ${kindInfo.plural}`} />;
  return (
    <EmptyState icon={Archive} title={`No archived ${kindInfo.plural}`}>
      {`You can archive a ${kindInfo.name} from `}
      <Link to={kindInfo.path} className="font-medium text-ink underline underline-offset-4">
        {`your ${kindInfo.plural}`}
      </Link>
      {" when it is done with, and it waits here."}
    </EmptyState>
  );
}
