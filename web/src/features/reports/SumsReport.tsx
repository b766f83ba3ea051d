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
import { Money } from "../../ui/Money";
import { Skeleton } from "../../ui/Skeleton";
import { EmptyState } from "../../ui/States";
import { Sum } from "../../ui/Sum";
import { placeOf } from "./asked";
import { FlatRateNote } from "./FlatRateNote";
import { Frame } from "./Frame";
import { type By, LISTS, type ReportAsked, sumsQuery } from "./queries";

const MonthsChart = lazy(async () => ({ default: (await import("./MonthsChart")).MonthsChart }));

const TITLES: { by: By; title: string }[] = [
  { by: "month", title: "By month" },
  { by: "category", title: "By category" },
  { by: "customer", title: "By customer" },
  { by: "profile", title: "By business profile" },
];

/** What was earned, or what was spent: the whole, its months as bars, and its parts, each with its records. */
export function SumsReport({ report: name, asked }: { report: SumsKind; asked: ReportAsked }) {
  const { data, error, isFetching, refetch } = useQuery(sumsQuery(name, asked));
  return (
    <Frame
      report={data}
      // What is spent is written down when it is paid.
      isOneWay={name === "expenses"}
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
            <Totals name={name} report={report} />
            <Suspense fallback={<Skeleton className="h-80 w-full" />}>
              <MonthsChart
                months={report.byMonth.map((row) => ({ name: row.name, figures: [row.net] }))}
                series={[{ label: name === "income" ? "Income" : "Expenses", tone: "ink" }]}
              />
            </Suspense>
            {TITLES.map(({ by, title }) => (
              <Rows key={by} name={name} asked={asked} by={by} title={title} rows={report[LISTS[by]]} />
            ))}
          </>
        )
      }
    </Frame>
  );
}

const has = (amount: string) => Number(amount) !== 0;

function Totals({ name, report: { total, confirmed } }: { name: SumsKind; report: Report }) {
  const { gbp } = useRules();
  const isIncome = name === "income";
  return (
    <Card>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,6.5rem),1fr))] gap-x-4 gap-y-3 md:grid-cols-4">
        <Sum label={isIncome ? "Income" : "Expenses"} text={gbp(total.net)} strong />
        {has(total.vat) && (
          <Sum
            label={!isIncome ? "VAT to claim back" : confirmed ? "VAT charged" : "VAT charged or due"}
            text={gbp(total.vat)}
          />
        )}
        {has(total.cis) && <Sum label="Deducted under CIS" text={gbp(total.cis)} />}
      </dl>
      <p className="mt-3 text-quiet text-sm">
        {isIncome
          ? "Without VAT, and before what contractors deduct."
          : has(total.vat)
            ? "Without the VAT you can claim back."
            : "Including VAT, which only businesses with a VAT number can claim back."}
      </p>
      {confirmed ? null : <FlatRateNote />}
    </Card>
  );
}

function Rows({
  name,
  asked,
  by,
  title,
  rows,
}: {
  name: SumsKind;
  asked: ReportAsked;
  by: By;
  title: string;
  rows: readonly ReportRow[];
}) {
  const { gbp } = useRules();
  const shown = rows.filter(({ records }) => records > 0);
  // One business is all of it.
  if (shown.length === 0 || (by === "profile" && shown.length === 1)) return null;
  const amount = (header: string, of: (row: ReportRow) => string): Column<ReportRow> => ({
    id: header,
    header,
    width: "w-32",
    align: "right",
    cell: (row) => (has(of(row)) ? <Money text={gbp(of(row))} /> : null),
  });
  const isSome = (of: (row: ReportRow) => string) => shown.some((row) => has(of(row)));
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
    ...(isSome(({ vat }) => vat) ? [amount("VAT", ({ vat }) => vat)] : []),
    ...(isSome(({ cis }) => cis) ? [amount("CIS", ({ cis }) => cis)] : []),
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
        rows={shown}
        rowKey={(row) => row.key ?? "none"}
        columns={columns}
        to={(row) => placeOf(name, asked, by, row.key)}
        card={(row) => ({
          title: row.name,
          amount: <Money text={gbp(row.net)} />,
          note: row.records === 1 ? "1 record" : `${row.records.toLocaleString("en-GB")} records`,
        })}
      />
    </Card>
  );
}
