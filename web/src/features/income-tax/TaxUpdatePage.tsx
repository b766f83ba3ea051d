import { useQuery } from "@tanstack/react-query";
import { Landmark } from "lucide-react";
import { Link, useParams } from "react-router";
import { isStatus } from "../../api/client";
import { getErrorMessage } from "../../api/errors";
import type { TaxField } from "../../api/generated/TaxField";
import type { TaxUpdate } from "../../api/generated/TaxUpdate";
import { buildFileUrl } from "../../api/requests";
import { formatTaxYear } from "../../rules/periods";
import { useRules } from "../../rules/rules";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Page, PageHeader } from "../../ui/PageHeader";
import { DownloadMenu, PrintButton } from "../../ui/ReportActions";
import { ListSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../ui/States";
import { SegmentedControl } from "../../ui/Tabs";
import { useSearchParams } from "../../ui/useSearchParams";
import {
  addTradeParam,
  type ExpensesDetail,
  getRecordsPath,
  getTradeParam,
  parseExpensesDetail,
  updateQuery,
} from "./queries";
import { TaxFigures } from "./TaxFigures";

/** A quarterly update: the year so far by HMRC's categories, each figure with its records. */
export function TaxUpdatePage() {
  const { year = "", number = "" } = useParams();
  const [params, setParams] = useSearchParams();
  const expenses = parseExpensesDetail(params.get("expenses"));
  const trade = getTradeParam(params);
  const { data, error, isFetching, refetch } = useQuery(updateQuery(year, number, expenses, trade));
  const { dateLong } = useRules();
  const getFileUrl = (as: "csv" | "xlsx" | "json" | "pdf") =>
    buildFileUrl("/api/income-tax/{year}/updates/{number}/file", {
      params: { year, number },
      query: { expenses, trade, as },
    });
  const title = [`Update ${number}, ${formatTaxYear(year)}`, trade].filter(Boolean).join(", ");
  return (
    <Page width="wide">
      <title>{`${title} · Plumbline`}</title>
      <PageHeader
        title={title}
        subtitle={data && `${dateLong(data.from)} to ${dateLong(data.to)}, to send by ${dateLong(data.due)}`}
        back={{ to: addTradeParam(`/income-tax/${year}`, trade), label: "Income Tax" }}
        actions={
          data && (
            <>
              <PrintButton />
              <DownloadMenu
                files={[
                  {
                    label: "Spreadsheet",
                    note: "For bridging software: each figure is linked to its records",
                    file: getFileUrl("xlsx"),
                  },
                  { label: "CSV", note: "For bridging software", file: getFileUrl("csv") },
                  { label: "JSON", note: "In HMRC’s own format", file: getFileUrl("json") },
                  { label: "PDF", file: getFileUrl("pdf") },
                ]}
              />
            </>
          )
        }
      />
      <div className="mb-4 grid gap-4">
        <Banner tone="blue">
          An update covers the whole year so far and replaces the one before, so it has everything that has
          changed since. Plumbline doesn’t send it: use the file with software that HMRC recognises.
        </Banner>
        <SegmentedControl
          label="Expenses"
          value={expenses}
          onValueChange={(next: ExpensesDetail) =>
            setParams(
              { ...(next === "sum" && { expenses: next }), ...(trade !== undefined && { trade }) },
              { replace: true, preventScrollReset: true },
            )
          }
          options={[
            { value: "categories", label: "By category" },
            { value: "sum", label: "One total" },
          ]}
          className="flex w-full print:hidden md:w-fit"
        />
      </div>
      {data && !isStatus(error, 422) ? (
        <TaxUpdateLists year={year} number={number} expenses={expenses} trade={trade} update={data} />
      ) : (
        <Card flush>
          {isStatus(error, 404) ? (
            <EmptyState
              icon={Landmark}
              title="We couldn’t find this update"
              action={
                <Button asChild>
                  <Link to={`/income-tax/${year}`}>See the tax year</Link>
                </Button>
              }
            >
              A tax year has four updates.
            </EmptyState>
          ) : error && !isFetching ? (
            <ErrorState
              title="The update could not be worked out"
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

const LISTS = [
  { list: "income", title: "Income" },
  { list: "expenses", title: "Expenses" },
  { list: "disallowable", title: "Of these expenses, not allowable" },
] as const;

function TaxUpdateLists({
  year,
  number,
  expenses,
  trade,
  update,
}: {
  year: string;
  number: string;
  expenses: ExpensesDetail;
  trade: string | undefined;
  update: TaxUpdate;
}) {
  const { gbp, dateLong } = useRules();
  const getFieldNote = ({ heldBack }: TaxField) =>
    Number(heldBack) === 0
      ? undefined
      : `${gbp(heldBack)} isn’t in this update: HMRC doesn’t accept a negative income. The next update includes it.`;
  return (
    <div className="grid gap-4">
      {LISTS.every(({ list }) => update[list].length === 0) ? (
        <Card flush>
          <EmptyState
            icon={Landmark}
            title="Nothing in this update yet"
            action={
              <Button asChild>
                <Link to="/invoices/create">New invoice</Link>
              </Button>
            }
          >
            {`Your income and expenses up to ${dateLong(update.to)} appear here.`}
          </EmptyState>
        </Card>
      ) : null}
      {LISTS.map(({ list, title }) =>
        update[list].length === 0 ? null : (
          <Card key={list} title={title} flush>
            <TaxFigures
              label={title}
              codeHeader="HMRC’s name"
              codeWidth="w-72"
              rows={update[list].map((field) => ({
                id: field.name,
                code: field.name,
                label: field.label,
                amount: field.amount,
                confirmed: field.confirmed,
                note: getFieldNote(field),
                to: getRecordsPath(year, { of: "update", number, expenses, field: field.name, trade }),
              }))}
            />
          </Card>
        ),
      )}
      {update.leftOut.map(({ sentence, records }) => (
        <p key={sentence} className="text-quiet text-sm">
          {`${records} ${records === 1 ? "record does" : "records do"} not count. ${sentence}`}
        </p>
      ))}
    </div>
  );
}
