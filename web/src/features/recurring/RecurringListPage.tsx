import { useQuery } from "@tanstack/react-query";
import { Plus, Repeat } from "lucide-react";
import { Link } from "react-router";
import { getErrorMessage } from "../../api/errors";
import type { RecurringSummary } from "../../api/generated/RecurringSummary";
import { useRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { type Column, DataTable } from "../../ui/DataTable";
import { foldText } from "../../ui/fold-text";
import { Money } from "../../ui/Money";
import { Page, PageHeader } from "../../ui/PageHeader";
import { SearchBox } from "../../ui/SearchBox";
import { ListSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState, NothingFound } from "../../ui/States";
import { useSearchParams } from "../../ui/useSearchParams";
import { recurringListQuery } from "./queries";
import { RecurringStateBadge, RecurringStoppedBanner } from "./recurring-parts";
import { formatRepeat } from "./series-form";

/** The recurring invoices, by their next date. */
export function RecurringListPage() {
  const [params, setParams] = useSearchParams();
  const q = params.get("q") ?? "";
  const { data, error, isFetching, refetch } = useQuery({ ...recurringListQuery, staleTime: 0 });
  const search = (text: string) =>
    setParams(text ? { q: text } : {}, { replace: true, preventScrollReset: true });
  const searchText = foldText(q.trim());
  const rows = (data ?? []).filter(({ name, contactName, jobDescription }) =>
    foldText(`${name} ${contactName} ${jobDescription}`).includes(searchText),
  );
  const isEmpty = data?.length === 0;
  return (
    <Page width="table">
      <title>Recurring invoices · Plumbline</title>
      <PageHeader
        title="Recurring invoices"
        actions={
          isEmpty ? null : (
            <Button asChild variant="primary" className="max-md:hidden">
              <Link to="/recurring/create">
                <Plus aria-hidden size={20} strokeWidth={1.75} />
                New recurring invoice
              </Link>
            </Button>
          )
        }
      />
      {isEmpty ? (
        <NoRecurringInvoices />
      ) : (
        <>
          <RecurringStoppedBanner />
          <div className="mb-3 md:w-80">
            <SearchBox label="Search recurring invoices" value={q} onValueChange={search} />
          </div>
          <Card flush>
            {data ? (
              rows.length > 0 ? (
                <RecurringTable rows={rows} />
              ) : (
                <NothingFound search={q.trim()} onClear={() => search("")} />
              )
            ) : error && !isFetching ? (
              <ErrorState
                title="Your recurring invoices could not be loaded"
                message={getErrorMessage(error)}
                onRetry={() => void refetch()}
              />
            ) : (
              <ListSkeleton />
            )}
          </Card>
        </>
      )}
    </Page>
  );
}

function NoRecurringInvoices() {
  return (
    <Card flush>
      <EmptyState
        icon={Repeat}
        title="No recurring invoices yet"
        action={
          <Button asChild variant="primary">
            <Link to="/recurring/create">New recurring invoice</Link>
          </Button>
        }
      >
        For anything you invoice regularly: boiler cover, a yearly service, a retainer. We make each one on
        its date, and send it if you want. You can also start one with ‘Repeat this invoice’ on any invoice.
      </EmptyState>
    </Card>
  );
}

/** The recurring invoices: a table on desktop, cards on phones. */
export function RecurringTable({ rows }: { rows: RecurringSummary[] }) {
  const { gbp, dateLong } = useRules();
  const formatNextDay = ({ nextDay, paused }: RecurringSummary) =>
    nextDay && !paused ? dateLong(nextDay) : "—";
  const columns: Column<RecurringSummary>[] = [
    { id: "name", header: "Name", width: "w-[28%]", cell: ({ name }) => name },
    { id: "customer", header: "Customer", cell: ({ contactName }) => contactName },
    {
      id: "repeat",
      header: "How often",
      width: "w-40",
      from: "lg",
      cell: ({ repeat }) => formatRepeat(repeat),
    },
    { id: "next", header: "Next", width: "w-32", cell: formatNextDay },
    {
      id: "state",
      header: "What happens",
      width: "w-36",
      cell: (row) => <RecurringStateBadge recurring={row} />,
    },
    {
      id: "amount",
      header: "Amount",
      width: "w-32",
      align: "right",
      cell: ({ totalAmount }) => <Money text={gbp(totalAmount)} className="text-ink" />,
    },
  ];
  return (
    <DataTable
      label="Recurring invoices"
      rows={rows}
      rowKey={({ id }) => id}
      columns={columns}
      to={({ id }) => `/recurring/${id}`}
      card={(row) => ({
        title: row.name,
        amount: <Money text={gbp(row.totalAmount)} />,
        note: row.contactName,
        amountNote: formatRepeat(row.repeat),
        detail: row.nextDay && !row.paused ? `Next ${dateLong(row.nextDay)}` : "",
        status: <RecurringStateBadge recurring={row} />,
      })}
    />
  );
}
