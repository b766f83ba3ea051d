import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Archive } from "lucide-react";
import { useCallback, useDeferredValue, useMemo, useState } from "react";
import { getErrorMessage } from "../../api/errors";
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
import { BatchBars } from "../batches/BatchBars";
import { SelectionBar } from "../batches/SelectionBar";
import { useBulkAction } from "../batches/useBulkAction";
import { type ChosenDocuments, type DocumentSelection, useSelection } from "../batches/useSelection";
import { KINDS, type KindInfo } from "../kind";
import { documentQueries, type ListFilter } from "../queries";
import { isOwed } from "../status/overdue";
import { DatesButton } from "./DatesButton";
import { buildFooterRows, DocumentTable } from "./DocumentTable";
import { DownloadPdfsDialog } from "./DownloadPdfsDialog";
import { EmptyList } from "./EmptyList";
import { STATUS_FILTERS, TO_CONFIRM } from "./filters";
import { describeOrder, ListMenu, OrderPicker } from "./ListMenu";
import { toViewQuery, useListState } from "./useListState";
import { ViewChips } from "./ViewChips";

/**
 * The list of quotes, invoices or credit notes. Its filters are part of the address, so that going back
 * restores them.
 */
export function DocumentListPage({ kind }: { kind: DocumentKind }) {
  const kindInfo = KINDS[kind];
  const { filter, setFilter, sorting, showView, clear } = useListState();
  const { q, status, archived, from, to, sort, order } = filter;
  const search = useDeferredValue(q);
  const listFilter = { ...filter, q: search };
  const list = useInfiniteQuery({
    ...documentQueries.list(kind, listFilter),
    placeholderData: keepPreviousData,
  });
  const documentSelection = useSelection(JSON.stringify(listFilter));
  const bulk = useBulkAction(kind, documentSelection.end);
  const [pdfSelection, setPdfSelection] = useState<ChosenDocuments | null>(null);
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.data) ?? [], [list.data]);
  const { total = 0 } = list.data?.pages[0] ?? {};
  const isFiltered = status !== "" || archived || from !== "" || to !== "";
  const isEmpty = list.isSuccess && rows.length === 0 && !q.trim() && !isFiltered;
  const loadNextPage = useCallback(() => {
    if (list.hasNextPage && !list.isFetching && !list.isFetchNextPageError) void list.fetchNextPage();
  }, [list]);

  return (
    <Page width="table">
      <title>{`${kindInfo.Plural} · Plumbline`}</title>
      <PageHeader
        title={kindInfo.Plural}
        actions={
          // An empty list has its first action below.
          isEmpty ? null : (
            <ListMenu
              kindInfo={kindInfo}
              filter={listFilter}
              onChoose={documentSelection.begin}
              onDownloadPdfs={() => setPdfSelection({ isAll: true, ids: new Set(), last: null })}
            />
          )
        }
      />
      <BatchBars kind={kind} />
      {!isEmpty && (
        <ViewChips
          kind={kind}
          query={toViewQuery(filter)}
          canBeSaved={isFiltered || q.trim() !== "" || sort !== ""}
          onShowView={showView}
        />
      )}
      <div className="mb-4 grid gap-3 md:flex md:items-start">
        <div className="flex shrink-0 flex-wrap gap-2 md:w-64 md:flex-nowrap 2xl:w-72">
          <SearchBox
            label={`Search ${kindInfo.plural}`}
            value={q}
            onValueChange={(text) => setFilter({ q: text })}
          />
          {!isEmpty && <DatesButton {...{ from, to }} onChange={setFilter} />}
          {!isEmpty && <OrderPicker kindInfo={kindInfo} sorting={sorting} />}
        </div>
        <StatusTabs kind={kind} filter={listFilter} onFilterChange={setFilter} />
      </div>
      {list.data?.pages[0] && rows.length > 0 && (
        <ListSummary
          kindInfo={kindInfo}
          status={status}
          list={list.data.pages[0]}
          order={describeOrder(kindInfo, { sort, order })}
        />
      )}
      <Card flush>
        {list.isPending ? (
          <ListSkeleton rows={8} />
        ) : list.isError && rows.length === 0 ? (
          <ErrorState
            title={`Your ${kindInfo.plural} could not be loaded`}
            message={getErrorMessage(list.error)}
            onRetry={() => void list.refetch()}
          />
        ) : rows.length > 0 ? (
          <ListTable
            kind={kind}
            rows={rows}
            sorting={sorting}
            list={list.data?.pages[0]}
            documentSelection={documentSelection}
            onNearEnd={loadNextPage}
          />
        ) : q.trim() ? (
          <NothingFound search={q.trim()} onClear={() => setFilter({ q: "" })} />
        ) : (
          <EmptyList
            kind={kind}
            filter={listFilter}
            isFiltered={isFiltered}
            onClearFilter={clear}
            onShowArchived={() => setFilter({ archived: "true" })}
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
      {documentSelection.isChoosing && (
        <SelectionBar
          {...{ kindInfo, total, documentSelection, bulk }}
          filter={listFilter}
          onDownloadPdfs={() => setPdfSelection(documentSelection.chosen)}
        />
      )}
      {pdfSelection && (
        <DownloadPdfsDialog
          kindInfo={kindInfo}
          filter={listFilter}
          chosen={pdfSelection}
          onClose={() => setPdfSelection(null)}
        />
      )}
    </Page>
  );
}

/** The status tabs, each with its count. */
function StatusTabs({
  kind,
  filter,
  onFilterChange,
}: {
  kind: DocumentKind;
  filter: ListFilter;
  onFilterChange: (changed: Record<string, string>) => void;
}) {
  const counts = useQuery(documentQueries.counts(kind, filter));
  const getCount = (tab: string) => counts.data?.find(({ status }) => status === tab)?.documents;
  const { status, archived } = filter;
  // An additional filter if there are payments to confirm.
  const hasPaymentsToConfirm = status === TO_CONFIRM || (getCount(TO_CONFIRM) ?? 0) > 0;
  const visibleTabs = STATUS_FILTERS[kind].filter(
    ({ value }) => hasPaymentsToConfirm || value !== TO_CONFIRM,
  );
  return (
    <FilterChips
      label="Status"
      options={visibleTabs.map((tab) => ({ ...tab, count: getCount(tab.value) }))}
      value={status}
      onValueChange={(value) => onFilterChange({ status: value })}
      toggle={{
        label: "Archived",
        icon: Archive,
        on: archived,
        onChange: (on) => onFilterChange({ archived: on ? "true" : "" }),
      }}
    />
  );
}

/** Above the list on phones: the count, the outstanding or overdue amount, and the order. */
function ListSummary({
  kindInfo,
  status,
  list,
  order,
}: {
  kindInfo: KindInfo;
  status: string;
  list: DocumentList;
  order: string | null;
}) {
  const { gbp } = useRules();
  const { total, outstanding } = list;
  const amountLabel = status === "overdue" ? "overdue" : "outstanding";
  return (
    <p className="mb-2 text-quiet text-sm md:hidden">
      {`${total} ${total === 1 ? kindInfo.name : kindInfo.plural}`}
      {Number(outstanding) > 0 && (
        <>
          {" · "}
          <Money text={gbp(outstanding)} className="font-semibold text-ink" />
          {` ${amountLabel}`}
        </>
      )}
      {order && ` · ${order}`}
    </p>
  );
}

/** The rows with their sums: of those on display, and of all that match the filters. */
function ListTable({
  kind,
  rows,
  sorting,
  list,
  documentSelection,
  onNearEnd,
}: {
  kind: DocumentKind;
  rows: DocumentSummary[];
  sorting: Sorting;
  list: DocumentList | undefined;
  documentSelection: DocumentSelection;
  onNearEnd: () => void;
}) {
  const rules = useRules();
  const today = todayInLondon();
  const foot = buildFooterRows(rules, KINDS[kind], rows, list, (row) => isOwed(rules, row, today));
  const windowed = { total: list?.total ?? rows.length, onNearEnd };
  return <DocumentTable {...{ kind, rows, sorting, foot, windowed, documentSelection }} />;
}
