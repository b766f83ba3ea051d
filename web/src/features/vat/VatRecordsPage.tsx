import { useQuery } from "@tanstack/react-query";
import { ReceiptPoundSterling } from "lucide-react";
import { useParams } from "react-router";
import { isStatus } from "../../api/client";
import { getErrorMessage } from "../../api/errors";
import type { VatRecord } from "../../api/generated/VatRecord";
import type { VatRecords } from "../../api/generated/VatRecords";
import { getSubjectPath } from "../../entities/activities/activityPath";
import { useRules } from "../../rules/rules";
import { Card } from "../../ui/Card";
import { type Column, DataTable } from "../../ui/DataTable";
import { Money } from "../../ui/Money";
import { Page, PageHeader } from "../../ui/PageHeader";
import { ListSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../ui/States";
import { useSearchParams } from "../../ui/useSearchParams";
import { vatRecordsQuery } from "./queries";

/** The records behind a box of the VAT return, with a link to each. */
export function VatRecordsPage() {
  const { id = "" } = useParams();
  const [params] = useSearchParams();
  const { gbp } = useRules();
  const on = params.get("on") ?? "";
  const { data, error, isFetching, refetch } = useQuery(vatRecordsQuery(id, on, Number(params.get("box"))));
  const title = data?.label ?? "Records";
  const back = new URLSearchParams({ business: id, ...(on && { on }) });
  return (
    <Page width="wide">
      <title>{`${title} · Plumbline`}</title>
      <PageHeader
        title={title}
        subtitle={data && gbp(data.amount)}
        back={{ to: `/vat?${back}`, label: "VAT return" }}
      />
      {data && data.flat.length > 0 ? (
        <Card title="Flat rate" className="mb-4">
          <p className="text-quiet">Your sales below are turnover including VAT. This part of it is due:</p>
          <ul className="mt-2 grid gap-1 text-ink">
            {data.flat.map(({ percent, turnover, vat }) => (
              <li key={percent}>{`${percent}% of ${gbp(turnover)}: ${gbp(vat)}`}</li>
            ))}
          </ul>
        </Card>
      ) : null}
      <Card flush>
        {data ? (
          <VatRecordsTable response={data} />
        ) : error && !isFetching ? (
          <ErrorState
            title="The records could not be loaded"
            message={getErrorMessage(error)}
            onRetry={() => void refetch()}
            link={isStatus(error, 404) && { to: "/vat", label: "Open the VAT return" }}
          />
        ) : (
          <ListSkeleton rows={6} />
        )}
      </Card>
    </Page>
  );
}

function VatRecordsTable({ response: { records, total } }: { response: VatRecords }) {
  const { gbp, dateLong } = useRules();
  if (records.length === 0) {
    return (
      <EmptyState icon={ReceiptPoundSterling} title="There are no records for this box">
        It is zero in this period.
      </EmptyState>
    );
  }
  const columns: Column<VatRecord>[] = [
    {
      id: "title",
      header: "Record",
      cell: (row) => (
        <span className="block whitespace-normal py-2">
          {row.title}
          {row.note ? <span className="font-normal text-quiet text-sm">{` · ${row.note}`}</span> : null}
        </span>
      ),
    },
    { id: "what", header: "What", width: "w-44", cell: (row) => row.what },
    { id: "customer", header: "Customer", width: "w-44", cell: (row) => row.customer },
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
        rowKey={(row) => `${row.id} ${row.what} ${row.amount} ${row.note ?? ""}`}
        columns={columns}
        // The activities say what happened to a deleted record.
        to={(row) => getSubjectPath(row.kind, row.subject) ?? "/activities"}
        windowed={{ total: records.length }}
        card={(row) => ({
          title: row.title,
          amount: <Money text={gbp(row.amount)} />,
          note: [row.what, row.customer].filter(Boolean).join(" · "),
          detail: [dateLong(row.date), row.note].filter(Boolean).join(" · "),
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
