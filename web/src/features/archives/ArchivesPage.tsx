import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Archive } from "lucide-react";
import { useCallback, useDeferredValue, useMemo } from "react";
import { Link, useSearchParams } from "react-router";
import { errorMessage } from "../../api/errors";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { ALL_KINDS, KINDS } from "../../documents/kind";
import { documentQueries, type ListFilter } from "../../documents/queries";
import { useConnection } from "../../offline/waiting/useWaiting";
import { Card } from "../../ui/Card";
import { FilterChips } from "../../ui/FilterChips";
import { Page, PageHeader } from "../../ui/PageHeader";
import { SearchBox } from "../../ui/SearchBox";
import { ListSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState, NoneHeld, NothingFound } from "../../ui/States";
import { ArchivedTable } from "./ArchivedTable";

const archivedOf = (q: string): ListFilter => ({
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
  const say = (next: { kind?: DocumentKind; q?: string }) => {
    const said = { kind, q, ...next };
    setParams(
      { ...(said.kind === "quote" ? {} : { kind: said.kind }), ...(said.q ? { q: said.q } : {}) },
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
            onValueChange={(text) => say({ q: text })}
          />
        </div>
        <KindTabs q={q} kind={kind} onChange={(next) => say({ kind: next })} />
      </div>
      <Card flush>
        <Archived key={kind} kind={kind} q={q} onClear={() => say({ q: "" })} />
      </Card>
    </Page>
  );
}

/** The kinds of document, each with how many are put away. */
function KindTabs({
  q,
  kind,
  onChange,
}: {
  q: string;
  kind: DocumentKind;
  onChange: (kind: DocumentKind) => void;
}) {
  const counts: Record<DocumentKind, number | undefined> = {
    quote: useCount("quote", q),
    invoice: useCount("invoice", q),
    credit_note: useCount("credit_note", q),
  };
  return (
    <FilterChips
      label="Kind"
      options={ALL_KINDS.map((words) => ({
        value: words.kind,
        label: words.Plural,
        count: counts[words.kind],
      }))}
      value={kind}
      onValueChange={(next) => onChange(ALL_KINDS.find((words) => words.kind === next)?.kind ?? "quote")}
    />
  );
}

function useCount(kind: DocumentKind, q: string): number | undefined {
  const counts = useQuery(documentQueries.counts(kind, archivedOf(useDeferredValue(q))));
  return counts.data?.find(({ status }) => status === "")?.documents;
}

function Archived({ kind, q, onClear }: { kind: DocumentKind; q: string; onClear: () => void }) {
  const words = KINDS[kind];
  const { reached } = useConnection();
  const list = useInfiniteQuery({
    ...documentQueries.list(kind, archivedOf(useDeferredValue(q))),
    placeholderData: keepPreviousData,
  });
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.data) ?? [], [list.data]);
  const nextPage = useCallback(() => {
    if (list.hasNextPage && !list.isFetching && !list.isFetchNextPageError) void list.fetchNextPage();
  }, [list]);
  if (list.isPending) return <ListSkeleton rows={6} />;
  if (rows.length > 0) {
    return (
      <ArchivedTable kind={kind} rows={rows} total={list.data?.pages[0]?.total ?? 0} onNearEnd={nextPage} />
    );
  }
  if (list.isError) {
    return (
      <ErrorState
        title="Your archives could not be loaded"
        message={errorMessage(list.error)}
        onRetry={() => void list.refetch()}
      />
    );
  }
  if (q.trim()) return <NothingFound search={q.trim()} onClear={onClear} />;
  if (!reached) return <NoneHeld what={`archived ${words.plural}`} />;
  return (
    <EmptyState icon={Archive} title={`No archived ${words.plural}`}>
      {`You can archive a ${words.name} from `}
      <Link to={words.path} className="font-medium text-ink underline underline-offset-4">
        {`your ${words.plural}`}
      </Link>
      {" when it is done with, and it waits here."}
    </EmptyState>
  );
}
