import { useQuery } from "@tanstack/react-query";
import { Landmark } from "lucide-react";
import { Link, useParams } from "react-router";
import { getErrorMessage } from "../../api/errors";
import type { TaxRecord } from "../../api/generated/TaxRecord";
import type { TaxRecords } from "../../api/generated/TaxRecords";
import { getSubjectPath } from "../../entities/activities/activityPath";
import { formatTaxYear } from "../../rules/periods";
import { useRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { type Column, DataTable } from "../../ui/DataTable";
import { Money } from "../../ui/Money";
import { Page, PageHeader } from "../../ui/PageHeader";
import { ListSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../ui/States";
import { useSearchParams } from "../../ui/useSearchParams";
import { parseFigure, recordsQuery, type TaxFigure } from "./queries";

/** The records behind a figure of the return or of an update, with a link to each. */
export function TaxRecordsPage() {
  const { year = "" } = useParams();
  const [params] = useSearchParams();
  const figure = parseFigure(params);
  return (
    <Page width="wide">
      {figure ? (
        <TaxRecordsContent year={year} figure={figure} />
      ) : (
        <Card flush>
          <EmptyState
            icon={Landmark}
            heading="h1"
            title="We couldn’t find this figure"
            action={
              <Button asChild>
                <Link to={`/income-tax/${year}`}>See the tax year</Link>
              </Button>
            }
          >
            Open one from the tax return or from an update.
          </EmptyState>
        </Card>
      )}
    </Page>
  );
}

function getBackLink(year: string, figure: TaxFigure) {
  const query = new URLSearchParams();
  if (figure.of === "return" && figure.pages === "short") query.set("pages", "short");
  if (figure.of === "update" && figure.expenses === "sum") query.set("expenses", "sum");
  if (figure.trade !== undefined) query.set("trade", figure.trade);
  const text = String(query);
  const queryText = text && `?${text}`;
  return figure.of === "return"
    ? { to: `/income-tax/${year}${queryText}`, label: "Income Tax" }
    : { to: `/income-tax/${year}/updates/${figure.number}${queryText}`, label: `Update ${figure.number}` };
}

function TaxRecordsContent({ year, figure }: { year: string; figure: TaxFigure }) {
  const { gbp } = useRules();
  const { data, error, isFetching, refetch } = useQuery(recordsQuery(year, figure));
  const title = data?.label ?? "Records";
  return (
    <>
      <title>{`${title} · Plumbline`}</title>
      <PageHeader
        title={title}
        subtitle={data && `${gbp(data.amount)}, tax year ${formatTaxYear(year)}`}
        back={getBackLink(year, figure)}
      />
      <Card flush>
        {data ? (
          <TaxRecordsTable data={data} />
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
    </>
  );
}

/** The address of a record: hours at home and other income are on the year's own pages. */
function getRecordPath(year: string, record: TaxRecord): string {
  if (record.kind === "home") return `/income-tax/${year}/choices`;
  if (record.kind === "other_income") return `/income-tax/${year}`;
  return getSubjectPath(record.kind, record.subject) ?? `/income-tax/${year}`;
}

function TaxRecordsTable({ data: { records, total } }: { data: TaxRecords }) {
  const { year = "" } = useParams();
  const { gbp, dateLong } = useRules();
  if (records.length === 0) {
    return (
      <EmptyState icon={Landmark} title="There are no records for this figure">
        It is zero, or the total of other figures.
      </EmptyState>
    );
  }
  const columns: Column<TaxRecord>[] = [
    { id: "title", header: "Record", cell: (row) => row.title },
    { id: "customer", header: "Customer", cell: (row) => row.customer },
    { id: "date", header: "Date", width: "w-32", cell: (row) => dateLong(row.date) },
    {
      id: "amount",
      header: "Amount",
      width: "w-32",
      align: "right",
      cell: (row) => <Money text={gbp(row.amount)} className="font-semibold text-ink" />,
    },
  ];
  return (
    <>
      <DataTable
        label="Records"
        rows={records}
        rowKey={(row) => `${row.id} ${row.amount}`}
        columns={columns}
        to={(row) => getRecordPath(year, row)}
        windowed={{ total: records.length }}
        card={(row) => ({
          title: row.title,
          amount: <Money text={gbp(row.amount)} />,
          note: row.customer || undefined,
          detail: dateLong(row.date),
        })}
      />
      {total > records.length ? (
        <p className="px-4 py-3 text-quiet text-sm">
          {`The first ${records.length.toLocaleString("en-GB")} of ${total.toLocaleString("en-GB")}. The spreadsheet has all of them.`}
        </p>
      ) : null}
    </>
  );
}
