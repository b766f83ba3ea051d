import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Archive } from "lucide-react";
import { useCallback, useDeferredValue, useMemo } from "react";
import { Link, useSearchParams } from "react-router";
import { getErrorMessage } from "../../api/errors";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { ALL_KINDS, KINDS } from "../../documents/kind";
import { documentQueries, type ListFilter } from "../../documents/queries";
import { useConnection } from "../../offline/waiting/waiting-hooks";
import { Card } from "../../ui/Card";
import { FilterChips } from "../../ui/FilterChips";
import { Page, PageHeader } from "../../ui/PageHeader";
import { SearchBox } from "../../ui/SearchBox";
import { ListSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState, NothingCached, NothingFound } from "../../ui/States";
import { ArchivedTable } from "./ArchivedTable";

const createArchivedFilter = (q: string): ListFilter => ({
  q,
  status: "",
  archived: true,
  from: "",
  to: "",
  sort: "",
  order: "desc",
});

/** What was put away: it comes back, and a draft may go for good. */
export function ArchivesPage() {
  const [params, setParams] = useSearchParams();
  const kind = ALL_KINDS.find((one) => one.kind === params.get("kind"))?.kind ?? "quote";
  const q = params.get("q") ?? "";
  const setFilter = (next: { kind?: DocumentKind; q?: string }) => {
    const filter = { kind, q, ...next };
    setParams(
      { ...(filter.kind === "quote" ? {} : { kind: filter.kind }), ...(filter.q ? { q: filter.q } : {}) },
      { replace: true },
    );
  };
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

/** The kinds of document, each with how many are put away. */
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
