import { useQuery } from "@tanstack/react-query";
import { ChartNoAxesColumn } from "lucide-react";
import { lazy, Suspense } from "react";
import { Link } from "react-router";
import type { ReportRow } from "../../api/generated/ReportRow";
import type { SumsKind } from "../../api/generated/SumsKind";
import type { SumsReport as Report } from "../../api/generated/SumsReport";
import { useRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { type Column, DataTable } from "../../ui/DataTable";
import { LabelledAmount } from "../../ui/LabelledAmount";
import { Money } from "../../ui/Money";
import { Skeleton } from "../../ui/Skeleton";
import { EmptyState } from "../../ui/States";
import {
  buildRecordsPath,
  GROUPING_LISTS,
  type ReportGrouping,
  type ReportQuery,
  sumsQuery,
} from "./queries";
import { FlatRateNote, ReportFrame } from "./ReportFrame";

const MonthsChart = lazy(async () => ({ default: (await import("./MonthsChart")).MonthsChart }));

const GROUPINGS: { by: ReportGrouping; title: string }[] = [
  { by: "month", title: "By month" },
  { by: "category", title: "By category" },
  { by: "customer", title: "By customer" },
  { by: "profile", title: "By business profile" },
];

/** A report of income or expenses: the total, its months as bars, and its parts, each with its records. */
export function IncomeExpensesReportView({ report: name, query }: { report: SumsKind; query: ReportQuery }) {
  const { data, error, isFetching, refetch } = useQuery(sumsQuery(name, query));
  return (
    <ReportFrame
      report={data}
      // Expenses are recorded when they are paid.
      hasOneBasis={name === "expenses"}
      error={isFetching ? null : error}
      onRetry={() => void refetch()}
    >
      {(report) =>
        report.total.records === 0 ? (
          <Card flush>
            <EmptyState
              icon={ChartNoAxesColumn}
              title={`No ${name} for these dates`}
              action={
                <Button asChild variant="primary">
                  {name === "income" ? (
                    <Link to="/invoices/create">New invoice</Link>
                  ) : (
                    <Link to="/expenses/create">New expense</Link>
                  )}
                </Button>
              }
            >
              {name === "income"
                ? "What customers pay, or what you invoice, appears here."
                : "What you spend appears here, by tax return category."}
            </EmptyState>
          </Card>
        ) : (
          <>
            <IncomeExpensesTotals name={name} report={report} />
            <Suspense fallback={<Skeleton className="h-80 w-full" />}>
              <MonthsChart
                months={report.byMonth.map((row) => ({ name: row.name, figures: [row.net] }))}
                series={[{ label: name === "income" ? "Income" : "Expenses", tone: "ink" }]}
              />
            </Suspense>
            {GROUPINGS.map(({ by, title }) => (
              <IncomeExpensesTable
                key={by}
                name={name}
                query={query}
                by={by}
                title={title}
                rows={report[GROUPING_LISTS[by]]}
              />
            ))}
          </>
        )
      }
    </ReportFrame>
  );
}

const isNonZero = (amount: string) => Number(amount) !== 0;

function IncomeExpensesTotals({ name, report: { total, confirmed } }: { name: SumsKind; report: Report }) {
  const { gbp } = useRules();
  const isIncome = name === "income";
  return (
    <Card>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,6.5rem),1fr))] gap-x-4 gap-y-3 md:grid-cols-4">
        <LabelledAmount label={isIncome ? "Income" : "Expenses"} text={gbp(total.net)} strong />
        {isNonZero(total.vat) && (
          <LabelledAmount
            label={!isIncome ? "VAT to claim back" : confirmed ? "VAT charged" : "VAT charged or due"}
            text={gbp(total.vat)}
          />
        )}
        {isNonZero(total.cis) && <LabelledAmount label="Deducted under CIS" text={gbp(total.cis)} />}
      </dl>
      <p className="mt-3 text-quiet text-sm">
        {isIncome
          ? "Without VAT, and before what contractors deduct."
          : isNonZero(total.vat)
            ? "Without the VAT you can claim back."
            : "Including VAT, which only businesses with a VAT number can claim back."}
      </p>
      {confirmed ? null : <FlatRateNote />}
    </Card>
  );
}

function IncomeExpensesTable({
  name,
  query,
  by,
  title,
  rows,
}: {
  name: SumsKind;
  query: ReportQuery;
  by: ReportGrouping;
  title: string;
  rows: readonly ReportRow[];
}) {
  const { gbp } = useRules();
  const visibleRows = rows.filter(({ records }) => records > 0);
  // If there is only one business, its row would repeat the total.
  if (visibleRows.length === 0 || (by === "profile" && visibleRows.length === 1)) return null;
  const buildAmountColumn = (header: string, readAmount: (row: ReportRow) => string): Column<ReportRow> => ({
    id: header,
    header,
    width: "w-32",
    align: "right",
    cell: (row) => (isNonZero(readAmount(row)) ? <Money text={gbp(readAmount(row))} /> : null),
  });
  const hasAmounts = (readAmount: (row: ReportRow) => string) =>
    visibleRows.some((row) => isNonZero(readAmount(row)));
  const columns: Column<ReportRow>[] = [
    {
      id: "name",
      header: title.replace("By ", "").replace(/^./, (c) => c.toUpperCase()),
      cell: (row) => row.name,
    },
    {
      id: "records",
      header: "Records",
      width: "w-24",
      align: "right",
      cell: (row) => row.records.toLocaleString("en-GB"),
    },
    ...(hasAmounts(({ vat }) => vat) ? [buildAmountColumn("VAT", ({ vat }) => vat)] : []),
    ...(hasAmounts(({ cis }) => cis) ? [buildAmountColumn("CIS", ({ cis }) => cis)] : []),
    {
      id: "net",
      header: name === "income" ? "Income" : "Expenses",
      width: "w-36",
      align: "right",
      cell: (row) => <Money text={gbp(row.net)} className="font-semibold text-ink" />,
    },
  ];
  return (
    <Card title={title} flush>
      <DataTable
        label={title}
        rows={visibleRows}
        rowKey={(row) => row.key ?? "none"}
        columns={columns}
        to={(row) => buildRecordsPath(name, query, by, row.key)}
        card={(row) => ({
          title: row.name,
          amount: <Money text={gbp(row.net)} />,
          note: row.records === 1 ? "1 record" : `${row.records.toLocaleString("en-GB")} records`,
        })}
      />
    </Card>
  );
}
