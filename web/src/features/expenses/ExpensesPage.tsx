import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Download, EllipsisVertical, Landmark, Plus, Wallet } from "lucide-react";
import { useDeferredValue } from "react";
import { Link } from "react-router";
import { getErrorMessage } from "../../api/errors";
import type { ExpenseList } from "../../api/generated/ExpenseList";
import type { ExpenseSummary } from "../../api/generated/ExpenseSummary";
import type { FilePath } from "../../api/generated/paths";
import { buildUrl } from "../../api/requests";
import { useConnection } from "../../offline/waiting/waiting-hooks";
import { todayInLondon } from "../../rules/calendar";
import { listPeriods, type Period, parsePeriod } from "../../rules/periods";
import { useRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import type { Sorting } from "../../ui/DataTable";
import { DropdownMenu } from "../../ui/DropdownMenu";
import { IconButton } from "../../ui/IconButton";
import { Money } from "../../ui/Money";
import { type SortOption, SortPicker } from "../../ui/OrderButton";
import { Page, PageHeader } from "../../ui/PageHeader";
import { SearchBox } from "../../ui/SearchBox";
import { SelectField } from "../../ui/SelectField";
import { ListSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState, NothingCached, NothingFound } from "../../ui/States";
import { useSearchParams } from "../../ui/useSearchParams";
import { describeCount, ExpensesTable, hasKnownSum } from "./ExpensesTable";
import { categoryOptions, isCategory } from "./expense";
import { type ExpenseFilter, expensesQuery } from "./queries";

const categories = [{ value: "", label: "All categories" }, ...categoryOptions];
const receipts = [
  { value: "", label: "All receipts" },
  { value: "without", label: "Without a receipt" },
];

/** The filters of the list: a period, a category, and expenses without a receipt. */
export function ExpenseFilters({
  category,
  period,
  receipt,
  onFilterChange,
}: {
  category: string;
  period: Period | undefined;
  receipt: string;
  onFilterChange: (name: string, value: string) => void;
}) {
  const periods = listPeriods(todayInLondon());
  const all = period && !periods.some(({ value }) => value === period.value) ? [period, ...periods] : periods;
  return (
    <div className="grid flex-1 grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-2 md:max-w-2xl md:grid-cols-3">
      <SelectField
        label="When"
        hideLabel
        value={period?.value ?? ""}
        onChange={(event) => onFilterChange("period", event.target.value)}
        options={[{ value: "", label: "All dates" }, ...all]}
      />
      <SelectField
        label="Category"
        hideLabel
        value={category}
        onChange={(event) => onFilterChange("category", event.target.value)}
        options={categories}
      />
      <SelectField
        label="Receipt"
        hideLabel
        value={receipt}
        onChange={(event) => onFilterChange("receipt", event.target.value)}
        options={receipts}
      />
    </div>
  );
}

/** The sort orders of the list. `sort` is a column's id, as in the server's query; empty means latest first. */
export const expenseOrders: SortOption[] = [
  { sort: "", order: "asc", label: "Latest first" },
  { sort: "date", order: "asc", label: "Oldest first" },
  { sort: "amount", order: "desc", label: "Amount, highest first" },
  { sort: "amount", order: "asc", label: "Amount, lowest first" },
  { sort: "supplier", order: "asc", label: "Supplier, A to Z" },
  { sort: "createdAt", order: "desc", label: "Last added first" },
];

/** The sort order in the page's address, as the table needs it and as a query parameter for the server. */
export function useExpensesSorting(): { sorting: Sorting; sort: string } {
  const [params, setParams] = useSearchParams();
  const requestedSort = params.get("sort");
  const by = expenseOrders.some(({ sort }) => sort !== "" && sort === requestedSort) ? requestedSort : null;
  const direction = params.get("order") === "desc" ? "desc" : "asc";
  const sorting: Sorting = {
    by,
    direction,
    onSort: (sort, order) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          next.delete("sort");
          next.delete("order");
          if (sort !== "") {
            next.set("sort", sort);
            next.set("order", order);
          }
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
  };
  return { sorting, sort: by ? `${direction === "desc" ? "-" : ""}${by}` : "" };
}

const EXPORT_PATH: FilePath = "/api/expenses/export";

/** The expenses of the business. The filters are in the address, so that going back restores them. */
export function ExpensesPage() {
  const [params, setParams] = useSearchParams();
  const { sorting, sort } = useExpensesSorting();
  const q = params.get("q") ?? "";
  const category = params.get("category") ?? "";
  const period = parsePeriod(params.get("period") ?? "");
  const filter: ExpenseFilter = {
    q: useDeferredValue(q),
    category: isCategory(category) ? category : "",
    receipt: params.get("receipt") === "without" ? "without" : "",
    from: period?.from ?? "",
    to: period?.to ?? "",
    sort,
  };
  const list = useInfiniteQuery({ ...expensesQuery(filter), placeholderData: keepPreviousData });
  const setFilter = (name: string, value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  const rows = list.data?.pages.flatMap((page) => page.data) ?? [];
  const first = list.data?.pages[0];
  const hasFilters = Boolean(filter.category || filter.receipt || period);
  const isEmpty = list.isSuccess && rows.length === 0 && !q.trim() && !hasFilters;
  return (
    <Page width="table">
      <title>Expenses · Plumbline</title>
      <PageHeader
        title="Expenses"
        actions={
          <>
            <Button asChild variant={isEmpty ? "secondary" : "primary"} className="max-md:hidden">
              <Link to="/expenses/create">
                <Plus aria-hidden size={20} strokeWidth={1.75} />
                Add expense
              </Link>
            </Button>
            <DropdownMenu
              trigger={
                <IconButton
                  label="More actions"
                  variant="secondary"
                  icon={<EllipsisVertical aria-hidden size={20} strokeWidth={1.75} />}
                />
              }
              items={[
                { label: "Import from your bank", icon: Landmark, to: "/expenses/import" },
                {
                  label: "Export as CSV",
                  icon: Download,
                  file: buildUrl(EXPORT_PATH, { query: { ...filter } }),
                  disabled: rows.length === 0,
                },
              ]}
            />
          </>
        }
      />
      {isEmpty ? (
        <NoExpenses />
      ) : (
        <>
          <div className="mb-3 flex flex-col gap-3 md:flex-row">
            <div className="flex gap-2 md:w-64">
              <SearchBox label="Search expenses" value={q} onValueChange={(text) => setFilter("q", text)} />
              <SortPicker options={expenseOrders} sorting={sorting} />
            </div>
            <ExpenseFilters
              category={filter.category}
              period={period}
              receipt={filter.receipt}
              onFilterChange={setFilter}
            />
          </div>
          {first && rows.length > 0 ? <ExpensesSummary list={first} rows={rows} /> : null}
          <Card flush>
            {list.isPending ? (
              <ListSkeleton rows={8} />
            ) : list.isError && rows.length === 0 ? (
              <ErrorState
                title="Your expenses could not be loaded"
                message={getErrorMessage(list.error)}
                onRetry={() => void list.refetch()}
              />
            ) : rows.length > 0 ? (
              <ExpensesTable rows={rows} sorting={sorting} list={first} />
            ) : q.trim() ? (
              <NothingFound search={q.trim()} onClear={() => setFilter("q", "")} />
            ) : (
              <EmptyState
                icon={Wallet}
                title="No expenses like this"
                action={<Button onClick={() => setParams({}, { replace: true })}>Show all expenses</Button>}
              >
                Change the filters, or show all expenses.
              </EmptyState>
            )}
          </Card>
          {rows.length > 0 ? (
            <div className="mt-4 flex flex-col items-center gap-3">
              <p role="status" className="text-quiet text-sm">
                {`Showing ${rows.length} of ${first?.total ?? rows.length}`}
              </p>
              {list.hasNextPage ? (
                <Button
                  busy={list.isFetchingNextPage}
                  busyLabel="Loading…"
                  onClick={() => void list.fetchNextPage()}
                >
                  Load more
                </Button>
              ) : null}
            </div>
          ) : null}
        </>
      )}
    </Page>
  );
}

/** On phones, above the list: how many expenses the filters match, and the server's sum of them. */
function ExpensesSummary({ list, rows }: { list: ExpenseList; rows: readonly ExpenseSummary[] }) {
  const { gbp } = useRules();
  return (
    <p className="mb-2 text-quiet text-sm md:hidden">
      {describeCount(list, rows)}
      {hasKnownSum(list, rows) && (
        <>
          {" · "}
          <Money text={gbp(list.totalAmount)} className="font-semibold text-ink" />
        </>
      )}
      {Number(list.totalVat) === 0 ? null : (
        <>
          {", "}
          <Money text={gbp(list.totalVat)} />
          {" of it VAT"}
        </>
      )}
    </p>
  );
}

function NoExpenses() {
  const { reached } = useConnection();
  if (!reached) {
    return (
      <Card flush>
        <NothingCached
          noun="expenses"
          action={
            <Button asChild variant="primary">
              <Link to="/expenses/create">Add expense</Link>
            </Button>
          }
        />
      </Card>
    );
  }
  return (
    <Card flush>
      <EmptyState
        icon={Wallet}
        title="No expenses yet"
        action={
          <Button asChild variant="primary">
            <Link to="/expenses/create">Add your first expense</Link>
          </Button>
        }
      >
        Photograph the receipt at the counter, and it is there for your tax return. You can also{" "}
        <Link to="/expenses/import" className="font-semibold text-ink underline underline-offset-4">
          import your bank statement
        </Link>
        .
      </EmptyState>
    </Card>
  );
}
