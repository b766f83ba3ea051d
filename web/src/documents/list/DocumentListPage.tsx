import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Archive, Plus } from "lucide-react";
import { useDeferredValue } from "react";
import { Link, useSearchParams } from "react-router";
import { errorMessage } from "../../api/errors";
import type { DocumentList } from "../../api/generated/DocumentList";
import type { DocumentSummary } from "../../api/generated/DocumentSummary";
import type { Kind } from "../../api/generated/Kind";
import { useRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import type { Sorting } from "../../ui/DataTable";
import { FilterChips } from "../../ui/FilterChips";
import { Money } from "../../ui/Money";
import { Page, PageHeader } from "../../ui/PageHeader";
import { SearchBox } from "../../ui/SearchBox";
import { ListSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState, NothingFound } from "../../ui/States";
import { todayInLondon } from "../editor/draft/calendar";
import { KINDS, type KindWords } from "../kind";
import { KIND_ICONS } from "../kindIcons";
import { orderOf } from "../listOrder";
import { documentQueries } from "../queries";
import { isOwed } from "../status/overdue";
import { DocumentTable } from "./DocumentTable";
import { STATUS_FILTERS, TO_CONFIRM } from "./filters";
import { footOf } from "./foot";
import { OrderPicker, orderInWords } from "./OrderPicker";

/** The list of quotes or of invoices. What it is narrowed to stands in the address, so that 'back' keeps it. */
export function DocumentListPage({ kind }: { kind: Kind }) {
  const words = KINDS[kind];
  const [params, setParams] = useSearchParams();
  const q = params.get("q") ?? "";
  const status = params.get("status") ?? "";
  const archived = params.get("archived") === "true";
  const { sort, order } = orderOf(params);
  const search = useDeferredValue(q);
  const list = useInfiniteQuery({
    ...documentQueries.list(kind, { q: search, status, archived, sort, order }),
    placeholderData: keepPreviousData,
  });
  const narrow = (name: string, value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  const sorting: Sorting = {
    by: sort || null,
    way: order,
    // A step of its own in the history, so that 'back' undoes it.
    onSort: (by, way) =>
      setParams((before) => {
        const next = new URLSearchParams(before);
        if (by === "") {
          next.delete("sort");
          next.delete("order");
        } else {
          next.set("sort", by);
          next.set("order", way);
        }
        return next;
      }),
  };
  const rows = list.data?.pages.flatMap((page) => page.data) ?? [];
  // A filter more, where there is something to confirm.
  const waits = status === TO_CONFIRM || rows.some((row) => Number(row.toConfirm) > 0);
  const offered = STATUS_FILTERS[kind].filter(({ value }) => waits || value !== TO_CONFIRM);
  const { total = 0 } = list.data?.pages[0] ?? {};
  const empty = list.isSuccess && rows.length === 0 && !q.trim() && status === "" && !archived;

  return (
    <Page width="table">
      <title>{`${words.Plural} · Plumbline`}</title>
      <PageHeader
        title={words.Plural}
        actions={
          // On a phone the tab bar's own 'New' is in reach; an empty list has its first action below.
          empty ? null : (
            <div className="hidden md:block">
              <Button asChild variant="primary">
                <Link to={`${words.path}/create`}>
                  <Plus aria-hidden size={20} strokeWidth={2} />
                  {`New ${words.name}`}
                </Link>
              </Button>
            </div>
          )
        }
      />
      <div className="mb-4 grid gap-3 md:flex md:items-center">
        <div className="flex shrink-0 gap-2 md:w-52 2xl:w-60">
          <SearchBox label={`Search ${words.plural}`} value={q} onValueChange={(text) => narrow("q", text)} />
          {!empty && <OrderPicker words={words} sorting={sorting} />}
        </div>
        <FilterChips
          label="Status"
          options={offered}
          value={status}
          onValueChange={(value) => narrow("status", value)}
          toggle={{
            label: "Archived",
            icon: Archive,
            on: archived,
            onChange: (on) => narrow("archived", on ? "true" : ""),
          }}
        />
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
          <Table kind={kind} rows={rows} sorting={sorting} list={list.data?.pages[0]} />
        ) : q.trim() ? (
          <NothingFound search={q.trim()} onClear={() => narrow("q", "")} />
        ) : (
          <Nothing
            kind={kind}
            narrowed={status !== "" || archived}
            onClear={() => setParams({}, { replace: true })}
          />
        )}
      </Card>
      {rows.length > 0 && (
        <div className="mt-4 flex flex-col items-center gap-3">
          <p role="status" className="text-quiet text-sm">
            {`Showing ${rows.length} of ${total}`}
          </p>
          {list.hasNextPage && (
            <Button
              busy={list.isFetchingNextPage}
              busyLabel="Loading…"
              onClick={() => void list.fetchNextPage()}
            >
              Load more
            </Button>
          )}
        </div>
      )}
    </Page>
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
}: {
  kind: Kind;
  rows: DocumentSummary[];
  sorting: Sorting;
  list: DocumentList | undefined;
}) {
  const rules = useRules();
  const today = todayInLondon();
  const foot = footOf(rules, KINDS[kind], rows, list, (row) => isOwed(rules, row, today));
  return <DocumentTable kind={kind} rows={rows} sorting={sorting} foot={foot} />;
}

/** What an empty list says that it is for. */
const WHAT_FOR: Record<Kind, string> = {
  quote: "Make a quote on site, send it as a link, and see when the customer accepts.",
  invoice: "Make an invoice, or turn an accepted quote into one, and see what is still owed.",
};

function Nothing({ kind, narrowed, onClear }: { kind: Kind; narrowed: boolean; onClear: () => void }) {
  const words = KINDS[kind];
  const Icon = KIND_ICONS[kind];
  if (narrowed) {
    return (
      <EmptyState
        icon={Icon}
        title={`No ${words.plural} like this`}
        action={<Button onClick={onClear}>{`Show all ${words.plural}`}</Button>}
      >
        {`None of your ${words.plural} has this status.`}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={Icon}
      title={`Your ${words.plural} will be here`}
      action={
        <Button asChild variant="primary">
          <Link to={`${words.path}/create`}>{`Make your first ${words.name}`}</Link>
        </Button>
      }
    >
      {WHAT_FOR[kind]}
    </EmptyState>
  );
}
