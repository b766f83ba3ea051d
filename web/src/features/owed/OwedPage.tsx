import { useQuery } from "@tanstack/react-query";
import { HandCoins } from "lucide-react";
import { Link } from "react-router";
import { getErrorMessage } from "../../api/errors";
import type { Debtor } from "../../api/generated/Debtor";
import type { OwedReport } from "../../api/generated/OwedReport";
import { buildFileUrl } from "../../api/requests";
import { WaitingNotCounted } from "../../entities/waiting/WaitingBadge";
import { daysBetween } from "../../rules/calendar";
import { useRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { cx } from "../../ui/cx";
import { type Column, DataTable } from "../../ui/DataTable";
import { LabelledAmount } from "../../ui/LabelledAmount";
import { Money } from "../../ui/Money";
import { Page, PageHeader } from "../../ui/PageHeader";
import { DownloadMenu, PrintButton } from "../../ui/ReportActions";
import { ListSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../ui/States";
import { SegmentedControl } from "../../ui/Tabs";
import { useSearchParams } from "../../ui/useSearchParams";
import { DEBT_AGES, formatLateness, type OwedOrder, owedQuery } from "./debts";

/** Who owes money, by customer and by age of the debt. */
export function OwedPage() {
  const [params, setParams] = useSearchParams();
  const sort: OwedOrder = params.get("sort") === "most" ? "most" : "oldest";
  const { data, error, isFetching, refetch } = useQuery(owedQuery(sort));
  const isEmpty = data?.customers.length === 0;
  const fileAddressFor = (as: "csv" | "xlsx" | "pdf") =>
    buildFileUrl("/api/owed/export", { query: { sort, as } });
  return (
    <Page width="table">
      <title>Who owes me · Plumbline</title>
      <PageHeader
        title="Who owes me"
        actions={
          data && !isEmpty ? (
            <>
              <PrintButton />
              <DownloadMenu
                files={[
                  { label: "PDF", file: fileAddressFor("pdf") },
                  { label: "Spreadsheet", file: fileAddressFor("xlsx") },
                  { label: "CSV", file: fileAddressFor("csv") },
                ]}
              />
            </>
          ) : null
        }
      />
      {data ? (
        isEmpty ? (
          <Card flush>
            <EmptyState
              icon={HandCoins}
              title="Nobody owes you anything"
              action={
                <Button asChild>
                  <Link to="/invoices">All invoices</Link>
                </Button>
              }
            >
              Once you send an invoice, what is left to pay appears here until it’s paid.
            </EmptyState>
          </Card>
        ) : (
          <>
            <OwedTotalsCard owed={data} />
            <WaitingNotCounted className="mt-2" />
            <div className="my-4">
              <SegmentedControl
                label="Order"
                value={sort}
                onValueChange={(next) =>
                  setParams(next === "most" ? { sort: next } : {}, {
                    replace: true,
                    preventScrollReset: true,
                  })
                }
                options={[
                  { value: "oldest", label: "Oldest first" },
                  { value: "most", label: "Highest first" },
                ]}
              />
            </div>
            <Card flush>
              <DebtorTable owed={data} />
            </Card>
          </>
        )
      ) : (
        <Card flush>
          {error && !isFetching ? (
            <ErrorState
              title="The amounts owed to you could not be loaded"
              message={getErrorMessage(error)}
              onRetry={() => void refetch()}
            />
          ) : (
            <ListSkeleton rows={6} />
          )}
        </Card>
      )}
    </Page>
  );
}

/** The total owed by age: the same amounts as on the dashboard. */
function OwedTotalsCard({ owed: { all } }: { owed: OwedReport }) {
  const { gbp } = useRules();
  return (
    <Card>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,6.5rem),1fr))] gap-x-4 gap-y-3 md:grid-cols-4 xl:grid-cols-7">
        <LabelledAmount label="Total owed" text={gbp(all.outstanding)} strong />
        <LabelledAmount label="Overdue" text={gbp(all.overdue)} strong bad={Number(all.overdue) > 0} />
        {DEBT_AGES.map(({ age, label }) => (
          <LabelledAmount key={age} label={label} text={gbp(all[age])} />
        ))}
      </dl>
    </Card>
  );
}

/**
 * The page of a customer's invoices; if they are no longer a contact, the list of invoices filtered by their
 * name.
 */
const buildDebtorPath = ({ contactId, name }: Debtor) =>
  contactId === null
    ? `/invoices?${new URLSearchParams({ status: "outstanding", q: name })}`
    : `/owed/${contactId}`;

function DebtorTable({ owed: { customers, all, today } }: { owed: OwedReport }) {
  const { gbp } = useRules();
  const countDaysLate = (row: Debtor) => (row.oldest === null ? 0 : daysBetween(row.oldest, today));
  const columns: Column<Debtor>[] = [
    {
      id: "name",
      header: "Customer",
      cell: (row) => (
        <>
          <span className="block truncate pt-1">{row.name || "No name"}</span>
          <span className={cx("block pb-1 text-sm", countDaysLate(row) > 0 ? "text-bad" : "text-quiet")}>
            {formatLateness(countDaysLate(row))}
          </span>
        </>
      ),
    },
    ...DEBT_AGES.map(
      ({ age, label }): Column<Debtor> => ({
        id: age,
        header: label,
        width: "w-26",
        align: "right",
        from: "xl",
        cell: (row) => (Number(row[age]) === 0 ? null : <Money text={gbp(row[age])} />),
      }),
    ),
    {
      id: "overdue",
      header: "Overdue",
      width: "w-28",
      align: "right",
      cell: (row) =>
        Number(row.overdue) === 0 ? null : <Money text={gbp(row.overdue)} className="font-medium text-bad" />,
    },
    {
      id: "outstanding",
      header: "Owed",
      width: "w-28",
      align: "right",
      cell: (row) => <Money text={gbp(row.outstanding)} className="font-semibold text-ink" />,
    },
  ];
  const renderSum = (text: string) => <Money text={gbp(text)} className="font-semibold text-ink" />;
  return (
    <DataTable
      label="Who owes me"
      rows={customers}
      rowKey={(row) => row.contactId ?? `gone ${row.name}`}
      columns={columns}
      to={buildDebtorPath}
      foot={[
        {
          label: customers.length === 1 ? "1 customer" : `${customers.length} customers`,
          sums: {
            ...Object.fromEntries(DEBT_AGES.map(({ age }) => [age, renderSum(all[age])])),
            overdue: renderSum(all.overdue),
            outstanding: renderSum(all.outstanding),
          },
        },
      ]}
      card={(row) => ({
        title: row.name || "No name",
        amount: <Money text={gbp(row.outstanding)} />,
        amountNote: Number(row.overdue) > 0 ? `${gbp(row.overdue)} overdue` : undefined,
        note: row.invoices === 1 ? "1 invoice" : `${row.invoices} invoices`,
        detail: formatLateness(countDaysLate(row)),
      })}
    />
  );
}
