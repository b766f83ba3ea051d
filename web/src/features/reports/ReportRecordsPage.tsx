import { useQuery } from "@tanstack/react-query";
import { ChartNoAxesColumn } from "lucide-react";
import { useParams } from "react-router";
import { getErrorMessage, isPlusRequiredError } from "../../api/errors";
import type { ReportRecord } from "../../api/generated/ReportRecord";
import type { SumsKind } from "../../api/generated/SumsKind";
import { getSubjectPath } from "../../entities/activities/activityPath";
import { PlusRequired } from "../../entities/plans/PlusOnly";
import { todayInLondon } from "../../rules/calendar";
import { useRules } from "../../rules/rules";
import { Card } from "../../ui/Card";
import { type Column, DataTable } from "../../ui/DataTable";
import { Money } from "../../ui/Money";
import { Page, PageHeader } from "../../ui/PageHeader";
import { ListSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../ui/States";
import { useSearchParams } from "../../ui/useSearchParams";
import {
  GROUPING_LISTS,
  type ReportGrouping,
  readReportFilters,
  reportRecordsQuery,
  sumsQuery,
} from "./queries";

const isGrouping = (word: string): word is ReportGrouping => word in GROUPING_LISTS;

/** The records behind a figure of a report, with a link to each. */
export function ReportRecordsPage() {
  const { report = "" } = useParams();
  const [params] = useSearchParams();
  const { dateLong, gbp } = useRules();
  const name: SumsKind = report === "expenses" ? "expenses" : "income";
  const filters = readReportFilters(params, todayInLondon());
  const [byParam, key] = [params.get("by") ?? "", params.get("key") ?? ""];
  const grouping = isGrouping(byParam) ? byParam : undefined;
  const { data, error, isFetching, refetch } = useQuery(reportRecordsQuery(name, filters, grouping, key));
  // The figure itself, as in the report.
  const sums = useQuery(sumsQuery(name, filters)).data;
  const rows = sums && (grouping ? sums[GROUPING_LISTS[grouping]] : [sums.total]);
  const row = rows?.find((one) => !grouping || (one.key ?? "") === key);
  const title = row && grouping ? row.name : name === "income" ? "Income" : "Expenses";
  const back = new URLSearchParams({ report: name });
  for (const param of ["period", "from", "to", "basis"]) {
    const value = params.get(param);
    if (value) back.set(param, value);
  }
  return (
    <Page width="wide">
      <title>{`${title} · Reports · Plumbline`}</title>
      <PageHeader
        title={title}
        subtitle={
          row &&
          (grouping === "month"
            ? gbp(row.net)
            : `${gbp(row.net)}, ${dateLong(filters.from)} to ${dateLong(filters.to)}`)
        }
        back={{ to: `/reports?${back}`, label: "Reports" }}
      />
      <Card flush>
        {data ? (
          data.records.length === 0 ? (
            <EmptyState icon={ChartNoAxesColumn} title="No records for these dates">
              They may have changed since.
            </EmptyState>
          ) : (
            <ReportRecordsTable name={name} records={data.records} total={data.total} />
          )
        ) : isPlusRequiredError(error) ? (
          <PlusRequired sentence={error.message} />
        ) : error && !isFetching ? (
          <ErrorState
            title="The records could not be loaded"
            message={getErrorMessage(error)}
            onRetry={() => void refetch()}
          />
        ) : (
          <ListSkeleton rows={6} />
        )}
      </Card>
    </Page>
  );
}

function ReportRecordsTable({
  name,
  records,
  total,
}: {
  name: SumsKind;
  records: ReportRecord[];
  total: number;
}) {
  const { gbp, dateLong } = useRules();
  const hasVat = records.some(({ vat }) => Number(vat) !== 0);
  const hasCis = records.some(({ cis }) => Number(cis) !== 0);
  const buildAmountColumn = (
    header: string,
    readAmount: (row: ReportRecord) => string,
  ): Column<ReportRecord> => ({
    id: header,
    header,
    width: "w-28",
    align: "right",
    from: "lg",
    cell: (row) => <Money text={gbp(readAmount(row))} />,
  });
  const columns: Column<ReportRecord>[] = [
    { id: "title", header: name === "income" ? "Document" : "Expense", cell: (row) => row.title },
    { id: "customer", header: "Customer", cell: (row) => row.customer },
    { id: "date", header: "Date", width: "w-32", cell: (row) => dateLong(row.date) },
    ...(hasVat ? [buildAmountColumn("VAT", ({ vat }) => vat)] : []),
    ...(hasCis ? [buildAmountColumn("CIS", ({ cis }) => cis)] : []),
    {
      id: "net",
      header: name === "income" ? "Income" : "Expense",
      width: "w-32",
      align: "right",
      cell: (row) => <Money text={gbp(row.net)} className="font-semibold text-ink" />,
    },
  ];
  return (
    <>
      <DataTable
        label="Records"
        rows={records}
        rowKey={(row) => row.id}
        columns={columns}
        to={(row) => getSubjectPath(row.kind, row.subject) ?? "/reports"}
        windowed={{ total: records.length }}
        card={(row) => ({
          title: row.title,
          amount: <Money text={gbp(row.net)} />,
          note: row.customer || undefined,
          detail: dateLong(row.date),
        })}
      />
      {total > records.length ? (
        <p className="px-4 py-3 text-quiet text-sm">
          {`The first ${records.length.toLocaleString("en-GB")} of ${total.toLocaleString("en-GB")}. Choose fewer days to see the rest.`}
        </p>
      ) : null}
    </>
  );
}
