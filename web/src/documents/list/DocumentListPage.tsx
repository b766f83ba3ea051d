import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Archive } from "lucide-react";
import { useCallback, useDeferredValue, useMemo, useState } from "react";
import { errorMessage } from "../../api/errors";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { DocumentList } from "../../api/generated/DocumentList";
import type { DocumentSummary } from "../../api/generated/DocumentSummary";
import { todayInLondon } from "../../rules/calendar";
import { useRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import type { Sorting } from "../../ui/DataTable";
import { FilterChips } from "../../ui/FilterChips";
import { Money } from "../../ui/Money";
import { Page, PageHeader } from "../../ui/PageHeader";
import { SearchBox } from "../../ui/SearchBox";
import { ListSkeleton } from "../../ui/Skeleton";
import { ErrorState, NothingFound } from "../../ui/States";
import { BatchBars } from "../bulk/BatchBars";
import { SelectionBar } from "../bulk/SelectionBar";
import { useBulk } from "../bulk/useBulk";
import { type Chosen, type Selected, useSelection } from "../bulk/useSelection";
import { KINDS, type KindWords } from "../kind";
import { documentQueries, type ListFilter } from "../queries";
import { isOwed } from "../status/overdue";
import { DatesButton } from "./DatesButton";
import { DocumentTable } from "./DocumentTable";
import { STATUS_FILTERS, TO_CONFIRM } from "./filters";
import { footOf } from "./foot";
import { ListMenu } from "./ListMenu";
import { useListState, viewQueryOf } from "./listState";
import { Nothing } from "./Nothing";
import { OrderPicker, orderInWords } from "./OrderPicker";
import { PapersDialog } from "./PapersDialog";
import { ViewChips } from "./ViewChips";

/** The list of quotes or of invoices. What it is narrowed to stands in the address, so that 'back' keeps it. */
export function DocumentListPage({ kind }: { kind: DocumentKind }) {
  const words = KINDS[kind];
  const { filter, narrow, sorting, show, clear } = useListState();
  const { q, status, archived, from, to, sort, order } = filter;
  const search = useDeferredValue(q);
  const asked = { ...filter, q: search };
  const list = useInfiniteQuery({
    ...documentQueries.list(kind, asked),
    placeholderData: keepPreviousData,
  });
  const selected = useSelection(JSON.stringify(asked));
  const bulk = useBulk(kind, selected.end);
  const [papers, setPapers] = useState<Chosen | null>(null);
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.data) ?? [], [list.data]);
  const { total = 0 } = list.data?.pages[0] ?? {};
  const narrowed = status !== "" || archived || from !== "" || to !== "";
  const empty = list.isSuccess && rows.length === 0 && !q.trim() && !narrowed;
  const nextPage = useCallback(() => {
    if (list.hasNextPage && !list.isFetching && !list.isFetchNextPageError) void list.fetchNextPage();
  }, [list]);

  return (
    <Page width="table">
      <title>{`${words.Plural} · Plumbline`}</title>
      <PageHeader
        title={words.Plural}
        actions={
          // An empty list has its first action below.
          empty ? null : (
            <ListMenu
              words={words}
              filter={asked}
              onChoose={selected.begin}
              onPapers={() => setPapers({ isAll: true, ids: new Set(), last: null })}
            />
          )
        }
      />
      <BatchBars kind={kind} />
      {!empty && (
        <ViewChips
          kind={kind}
          query={viewQueryOf(filter)}
          narrowed={narrowed || q.trim() !== "" || sort !== ""}
          onShow={show}
        />
      )}
      <div className="mb-4 grid gap-3 md:flex md:items-center">
        <div className="flex shrink-0 flex-wrap gap-2 md:w-64 md:flex-nowrap 2xl:w-72">
          <SearchBox
            label={`Search ${words.plural}`}
            value={q}
            onValueChange={(text) => narrow({ q: text })}
          />
          {!empty && <DatesButton {...{ from, to }} onChange={narrow} />}
          {!empty && <OrderPicker words={words} sorting={sorting} />}
        </div>
        <Tabs kind={kind} filter={asked} onNarrow={narrow} />
      </div>
      {list.data?.pages[0] && rows.length > 0 && (
        <SumLine
          words={words}
          status={status}
          list={list.data.pages[0]}
          order={orderInWords(words, { sort, order })}
        />
      )}
      <Card flush>
        {list.isPending ? (
          <ListSkeleton rows={8} />
        ) : list.isError && rows.length === 0 ? (
          <ErrorState
            title={`Your ${words.plural} could not be loaded`}
            message={errorMessage(list.error)}
            onRetry={() => void list.refetch()}
          />
        ) : rows.length > 0 ? (
          <Table
            kind={kind}
            rows={rows}
            sorting={sorting}
            list={list.data?.pages[0]}
            selected={selected}
            onNearEnd={nextPage}
          />
        ) : q.trim() ? (
          <NothingFound search={q.trim()} onClear={() => narrow({ q: "" })} />
        ) : (
          <Nothing
            kind={kind}
            filter={asked}
            narrowed={narrowed}
            onClear={clear}
            onArchived={() => narrow({ archived: "true" })}
          />
        )}
      </Card>
      {rows.length > 0 && (
        <div className="mt-4 flex flex-col items-center gap-3">
          <p role="status" className="text-quiet text-sm">
            {`Showing ${rows.length.toLocaleString("en-GB")} of ${total.toLocaleString("en-GB")}`}
          </p>
          {list.isFetchNextPageError && (
            <Button onClick={() => void list.fetchNextPage()}>Try to load more again</Button>
          )}
        </div>
      )}
      {selected.isChoosing && (
        <SelectionBar
          {...{ words, total, selected, bulk }}
          filter={asked}
          onPapers={() => setPapers(selected.chosen)}
        />
      )}
      {papers && (
        <PapersDialog words={words} filter={asked} chosen={papers} onClose={() => setPapers(null)} />
      )}
    </Page>
  );
}

/** The tabs, each with how many it holds. */
function Tabs({
  kind,
  filter,
  onNarrow,
}: {
  kind: DocumentKind;
  filter: ListFilter;
  onNarrow: (changed: Record<string, string>) => void;
}) {
  const counts = useQuery(documentQueries.counts(kind, filter));
  const countOf = (tab: string) => counts.data?.find(({ status }) => status === tab)?.documents;
  const { status, archived } = filter;
  // A filter more, where there is something to confirm.
  const waits = status === TO_CONFIRM || (countOf(TO_CONFIRM) ?? 0) > 0;
  const offered = STATUS_FILTERS[kind].filter(({ value }) => waits || value !== TO_CONFIRM);
  return (
    <FilterChips
      label="Status"
      options={offered.map((tab) => ({ ...tab, count: countOf(tab.value) }))}
      value={status}
      onValueChange={(value) => onNarrow({ status: value })}
      toggle={{
        label: "Archived",
        icon: Archive,
        on: archived,
        onChange: (on) => onNarrow({ archived: on ? "true" : "" }),
      }}
    />
  );
}

/** On phones, over the list: how many they are, what they still bring in, the figure that led here, and their order. */
function SumLine({
  words,
  status,
  list,
  order,
}: {
  words: KindWords;
  status: string;
  list: DocumentList;
  order: string | null;
}) {
  const { gbp } = useRules();
  const { total, outstanding } = list;
  const figure = status === "overdue" ? "overdue" : "outstanding";
  return (
    <p className="mb-2 text-quiet text-sm md:hidden">
      {`${total} ${total === 1 ? words.name : words.plural}`}
      {Number(outstanding) > 0 && (
        <>
          {" · "}
          <Money text={gbp(outstanding)} className="font-semibold text-ink" />
          {` ${figure}`}
        </>
      )}
      {order && ` · ${order}`}
    </p>
  );
}

/** The rows with what they come to: those that are shown, and all that the list is narrowed to. */
function Table({
  kind,
  rows,
  sorting,
  list,
  selected,
  onNearEnd,
}: {
  kind: DocumentKind;
  rows: DocumentSummary[];
  sorting: Sorting;
  list: DocumentList | undefined;
  selected: Selected;
  onNearEnd: () => void;
}) {
  const rules = useRules();
  const today = todayInLondon();
  const foot = footOf(rules, KINDS[kind], rows, list, (row) => isOwed(rules, row, today));
  const windowed = { total: list?.total ?? rows.length, onNearEnd };
  return <DocumentTable {...{ kind, rows, sorting, foot, windowed, selected }} />;
}
