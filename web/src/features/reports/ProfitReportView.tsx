import { useQuery } from "@tanstack/react-query";
import { ChartNoAxesColumn } from "lucide-react";
import { lazy, Suspense } from "react";
import { Link } from "react-router";
import type { ProfitReportRow } from "../../api/generated/ProfitReportRow";
import { useRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { cx } from "../../ui/cx";
import { type Column, DataTable } from "../../ui/DataTable";
import { LabelledAmount } from "../../ui/LabelledAmount";
import { Money } from "../../ui/Money";
import { Skeleton } from "../../ui/Skeleton";
import { EmptyState } from "../../ui/States";
import { profitQuery, type ReportQuery } from "./queries";
import { FlatRateNote, ReportFrame } from "./ReportFrame";

const MonthsChart = lazy(async () => ({ default: (await import("./MonthsChart")).MonthsChart }));

/** Profit: income less expenses. */
export function ProfitReportView({ query }: { query: ReportQuery }) {
  const { gbp } = useRules();
  const { data, error, isFetching, refetch } = useQuery(profitQuery(query));
  return (
    <ReportFrame report={data} error={isFetching ? null : error} onRetry={() => void refetch()}>
      {({ total, byMonth, byCustomer, byProfile, leftOut, confirmed }) =>
        [total, ...byMonth].every(isZeroRow) ? (
          <Card flush>
            <EmptyState
              icon={ChartNoAxesColumn}
              title="Nothing was earned or spent between these dates"
              action={
                <Button asChild variant="primary">
                  <Link to="/invoices/create">New invoice</Link>
                </Button>
              }
            >
              What customers pay and what you spend appears here, month by month.
            </EmptyState>
          </Card>
        ) : (
          <>
            <Card>
              <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,6.5rem),1fr))] gap-x-4 gap-y-3 md:grid-cols-3">
                <LabelledAmount
                  label={isLoss(total) ? "Loss" : "Profit"}
                  text={gbp(total.profit)}
                  strong
                  isWide
                  bad={isLoss(total)}
                />
                <LabelledAmount label="Income" text={gbp(total.income)} />
                <LabelledAmount label="Expenses" text={gbp(total.spending)} />
              </dl>
              <p className="mt-3 text-quiet text-sm">
                What the business made, without VAT. Your taxable profit may differ.
              </p>
              {confirmed ? null : <FlatRateNote />}
              {leftOut.map(({ sentence, records }) => (
                <p key={sentence} className="mt-1 text-quiet text-sm">
                  {`${records === 1 ? "1 expense is" : `${records} expenses are`} not counted: ${sentence}`}
                </p>
              ))}
            </Card>
            <Suspense fallback={<Skeleton className="h-80 w-full" />}>
              <MonthsChart
                months={byMonth.map((row) => ({ name: row.name, figures: [row.income, row.spending] }))}
                series={[
                  { label: "Income", tone: "ink" },
                  { label: "Expenses", tone: "accent" },
                ]}
              />
            </Suspense>
            <ProfitTable title="By month" nameHeader="Month" rows={byMonth} />
            <ProfitTable title="By customer" nameHeader="Customer" rows={byCustomer} />
            {byProfile.length > 1 ? (
              <ProfitTable title="By business profile" nameHeader="Business profile" rows={byProfile} />
            ) : null}
          </>
        )
      }
    </ReportFrame>
  );
}

const isZeroRow = ({ income, spending }: ProfitReportRow) => Number(income) === 0 && Number(spending) === 0;
const isLoss = ({ profit }: ProfitReportRow) => Number(profit) < 0;

function ProfitTable({
  title,
  nameHeader,
  rows,
}: {
  title: string;
  nameHeader: string;
  rows: readonly ProfitReportRow[];
}) {
  const { gbp } = useRules();
  const visibleRows = rows.filter((row) => !isZeroRow(row));
  if (visibleRows.length === 0) return null;
  const columns: Column<ProfitReportRow>[] = [
    { id: "name", header: nameHeader, cell: (row) => row.name },
    {
      id: "income",
      header: "Income",
      width: "w-36",
      align: "right",
      cell: (row) => <Money text={gbp(row.income)} />,
    },
    {
      id: "spending",
      header: "Expenses",
      width: "w-36",
      align: "right",
      cell: (row) => <Money text={gbp(row.spending)} />,
    },
    {
      id: "profit",
      header: "Profit",
      width: "w-36",
      align: "right",
      cell: (row) => (
        <Money
          text={gbp(row.profit)}
          className={cx("font-semibold", isLoss(row) ? "text-bad" : "text-ink")}
        />
      ),
    },
  ];
  return (
    <Card title={title} flush>
      <DataTable
        label={title}
        rows={visibleRows}
        rowKey={(row) => row.key ?? "none"}
        columns={columns}
        card={(row) => ({
          title: row.name,
          amount: <Money text={gbp(row.profit)} />,
          note: `${gbp(row.income)} in, ${gbp(row.spending)} out`,
        })}
      />
    </Card>
  );
}
