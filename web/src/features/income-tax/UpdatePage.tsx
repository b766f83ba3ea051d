import { useQuery } from "@tanstack/react-query";
import { Landmark } from "lucide-react";
import { Link, useParams, useSearchParams } from "react-router";
import { fileAddress } from "../../api/calls";
import { isStatus } from "../../api/client";
import { errorMessage } from "../../api/errors";
import type { TaxField } from "../../api/generated/TaxField";
import type { TaxUpdate } from "../../api/generated/TaxUpdate";
import { nameOf } from "../../rules/periods";
import { useRules } from "../../rules/rules";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Files } from "../../ui/Files";
import { Page, PageHeader } from "../../ui/PageHeader";
import { PrintButton } from "../../ui/PrintButton";
import { ListSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../ui/States";
import { Segmented } from "../../ui/Tabs";
import { Figures } from "./Figures";
import { asExpenses, ofTrade, placeOf, tradeOf } from "./places";
import { type ExpensesAs, updateQuery } from "./queries";

/** A quarterly update: the year so far under HMRC's names, each figure with its records. */
export function UpdatePage() {
  const { year = "", number = "" } = useParams();
  const [params, setParams] = useSearchParams();
  const expenses = asExpenses(params.get("expenses"));
  const trade = tradeOf(params);
  const { data, error, isFetching, refetch } = useQuery(updateQuery(year, number, expenses, trade));
  const { dateLong } = useRules();
  const file = (as: "csv" | "xlsx" | "json" | "pdf") =>
    fileAddress("/api/income-tax/{year}/updates/{number}/file", {
      params: { year, number },
      query: { expenses, trade, as },
    });
  const title = [`Update ${number}, ${nameOf(year)}`, trade].filter(Boolean).join(", ");
  return (
    <Page width="wide">
      <title>{`${title} · Plumbline`}</title>
      <PageHeader
        title={title}
        subtitle={data && `${dateLong(data.from)} to ${dateLong(data.to)}, to send by ${dateLong(data.due)}`}
        back={{ to: ofTrade(`/income-tax/${year}`, trade), label: "Income Tax" }}
        actions={
          data && (
            <>
              <PrintButton />
              <Files
                files={[
                  {
                    label: "Spreadsheet",
                    note: "For bridging software: each figure is linked to its records",
                    file: file("xlsx"),
                  },
                  { label: "CSV", note: "For bridging software", file: file("csv") },
                  { label: "JSON", note: "In HMRC’s own format", file: file("json") },
                  { label: "PDF", file: file("pdf") },
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
        <Segmented
          label="Expenses"
          value={expenses}
          onValueChange={(next: ExpensesAs) =>
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
        <Lists year={year} number={number} expenses={expenses} trade={trade} told={data} />
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
              message={errorMessage(error)}
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

function Lists({
  year,
  number,
  expenses,
  trade,
  told,
}: {
  year: string;
  number: string;
  expenses: ExpensesAs;
  trade: string | undefined;
  told: TaxUpdate;
}) {
  const { gbp, dateLong } = useRules();
  const noteOf = ({ heldBack }: TaxField) =>
    Number(heldBack) === 0
      ? undefined
      : `${gbp(heldBack)} isn’t in this update: HMRC doesn’t accept a negative income. The next update includes it.`;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {LISTS.every(({ list }) => told[list].length === 0) ? (
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
            {`Your income and expenses up to ${dateLong(told.to)} appear here.`}
          </EmptyState>
        </Card>
      ) : null}
      {LISTS.map(({ list, title }) =>
        told[list].length === 0 ? null : (
          <Card key={list} title={title} flush>
            <Figures
              label={title}
              codeHeader="HMRC’s name"
              codeWidth="w-72"
              rows={told[list].map((field) => ({
                id: field.name,
                code: field.name,
                label: field.label,
                amount: field.amount,
                confirmed: field.confirmed,
                note: noteOf(field),
                to: placeOf(year, { of: "update", number, expenses, field: field.name, trade }),
              }))}
            />
          </Card>
        ),
      )}
      {told.leftOut.map(({ sentence, records }) => (
        <p key={sentence} className="text-quiet text-sm">
          {`${records} ${records === 1 ? "record does" : "records do"} not count. ${sentence}`}
        </p>
      ))}
    </div>
  );
}
