import { useQuery } from "@tanstack/react-query";
import { ChartNoAxesColumn } from "lucide-react";
import { useParams, useSearchParams } from "react-router";
import { errorMessage, needsPlus } from "../../api/errors";
import type { ReportRecord } from "../../api/generated/ReportRecord";
import type { SumsKind } from "../../api/generated/SumsKind";
import { subjectPlace } from "../../entities/activities/place";
import { NeedsPlus } from "../../entities/plans/PlusOnly";
import { todayInLondon } from "../../rules/calendar";
import { useRules } from "../../rules/rules";
import { Card } from "../../ui/Card";
import { type Column, DataTable } from "../../ui/DataTable";
import { Money } from "../../ui/Money";
import { Page, PageHeader } from "../../ui/PageHeader";
import { ListSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../ui/States";
import { askedBy } from "./asked";
import { type By, LISTS, recordsQuery, sumsQuery } from "./queries";

const isBy = (word: string): word is By => word in LISTS;

/** The records behind a figure of a report, each to be opened. */
export function RecordsPage() {
  const { report = "" } = useParams();
  const [params] = useSearchParams();
  const { dateLong, gbp } = useRules();
  const name: SumsKind = report === "expenses" ? "expenses" : "income";
  const asked = askedBy(params, todayInLondon());
  const [asksBy, key] = [params.get("by") ?? "", params.get("key") ?? ""];
  const by = isBy(asksBy) ? asksBy : undefined;
  const { data, error, isFetching, refetch } = useQuery(recordsQuery(name, asked, by, key));
  // The figure itself, as the report has it.
  const sums = useQuery(sumsQuery(name, asked)).data;
  const rows = sums && (by ? sums[LISTS[by]] : [sums.total]);
  const row = rows?.find((one) => !by || (one.key ?? "") === key);
  const title = row && by ? row.name : name === "income" ? "Income" : "Expenses";
  const back = new URLSearchParams({ report: name });
  for (const kept of ["period", "from", "to", "basis"]) {
    const value = params.get(kept);
    if (value) back.set(kept, value);
  }
  return (
    <Page width="wide">
      <title>{`${title} · Reports · Plumbline`}</title>
      <PageHeader
        title={title}
        subtitle={
          row &&
          (by === "month"
            ? gbp(row.net)
            : `${gbp(row.net)}, ${dateLong(asked.from)} to ${dateLong(asked.to)}`)
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
            <Records name={name} records={data.records} total={data.total} />
          )
        ) : needsPlus(error) ? (
          <NeedsPlus sentence={error.message} />
        ) : error && !isFetching ? (
          <ErrorState
            title="The records could not be loaded"
            message={errorMessage(error)}
            onRetry={() => void refetch()}
          />
        ) : (
          <ListSkeleton rows={6} />
        )}
      </Card>
    </Page>
  );
}

function Records({ name, records, total }: { name: SumsKind; records: ReportRecord[]; total: number }) {
  const { gbp, dateLong } = useRules();
  const hasVat = records.some(({ vat }) => Number(vat) !== 0);
  const hasCis = records.some(({ cis }) => Number(cis) !== 0);
  const amount = (header: string, of: (row: ReportRecord) => string): Column<ReportRecord> => ({
    id: header,
    header,
    width: "w-28",
    align: "right",
    from: "lg",
    cell: (row) => <Money text={gbp(of(row))} />,
  });
  const columns: Column<ReportRecord>[] = [
    { id: "title", header: name === "income" ? "Document" : "Expense", cell: (row) => row.title },
    { id: "customer", header: "Customer", cell: (row) => row.customer },
    { id: "date", header: "Date", width: "w-32", cell: (row) => dateLong(row.date) },
    ...(hasVat ? [amount("VAT", ({ vat }) => vat)] : []),
    ...(hasCis ? [amount("CIS", ({ cis }) => cis)] : []),
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
        to={(row) => subjectPlace(row.kind, row.subject) ?? "/reports"}
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
