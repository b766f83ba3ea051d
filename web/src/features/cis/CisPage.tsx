import { useQuery } from "@tanstack/react-query";
import { HardHat, Plus } from "lucide-react";
import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { fileAddress } from "../../api/calls";
import { isStatus } from "../../api/client";
import { errorMessage } from "../../api/errors";
import type { CisLedger } from "../../api/generated/CisLedger";
import type { CisStatementInput } from "../../api/generated/CisStatementInput";
import { todayInLondon } from "../../rules/calendar";
import { nameOf, yearOf, yearsOn } from "../../rules/periods";
import { useRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Files } from "../../ui/Files";
import { Page, PageHeader } from "../../ui/PageHeader";
import { PrintButton } from "../../ui/PrintButton";
import { SelectField } from "../../ui/SelectField";
import { ListSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../ui/States";
import { Sum } from "../../ui/Sum";
import { MonthCard } from "./MonthCard";
import { ledgerQuery } from "./queries";
import { Sides } from "./Sides";
import { StatementDialog } from "./StatementDialog";

/** What contractors paid and deducted in a tax year, month by month, against their statements. */
export function CisPage() {
  const today = todayInLondon();
  const { year = yearOf(today) } = useParams();
  const navigate = useNavigate();
  const [adding, setAdding] = useState<Partial<CisStatementInput>>();
  const { data, error, isFetching, refetch } = useQuery(ledgerQuery(year));
  const told = data && String(data.year) === year ? data : undefined;
  const file = (as: "csv" | "xlsx" | "pdf") =>
    fileAddress("/api/cis/{year}/file", { params: { year }, query: { as } });
  return (
    <Page width="wide">
      <title>{`CIS ${nameOf(year)} · Plumbline`}</title>
      <PageHeader
        title="CIS deductions"
        back={{ to: "/reports", label: "Reports" }}
        actions={
          <>
            <SelectField
              label="Tax year"
              hideLabel
              className="w-36"
              value={year}
              onChange={(event) => navigate(`/cis/${event.target.value}`, { replace: true })}
              options={yearsOn(today, year).map((one) => ({ value: one, label: nameOf(one) }))}
            />
            <PrintButton />
            <Files
              files={[
                { label: "PDF", file: file("pdf") },
                { label: "Spreadsheet", note: "With the payments", file: file("xlsx") },
                { label: "CSV", file: file("csv") },
              ]}
            />
          </>
        }
      />
      <Sides side="paid" />
      {told ? (
        <Ledger year={year} told={told} onAdd={setAdding} />
      ) : (
        <Card flush>
          {isStatus(error, 404) ? (
            <EmptyState
              icon={HardHat}
              title="We couldn’t find this tax year"
              action={
                <Button asChild>
                  <Link to="/cis">See this tax year</Link>
                </Button>
              }
            >
              A tax year is named after the year it starts in.
            </EmptyState>
          ) : error && !isFetching ? (
            <ErrorState
              title="The ledger could not be loaded"
              message={errorMessage(error)}
              onRetry={() => void refetch()}
            />
          ) : (
            <ListSkeleton />
          )}
        </Card>
      )}
      {told && adding ? (
        <StatementDialog
          year={year}
          today={told.today}
          known={told.contractors}
          begun={adding}
          onClose={() => setAdding(undefined)}
        />
      ) : null}
    </Page>
  );
}

function Ledger({
  year,
  told,
  onAdd,
}: {
  year: string;
  told: CisLedger;
  onAdd: (begun: Partial<CisStatementInput>) => void;
}) {
  const { gbp } = useRules();
  const missing = told.months.filter(({ standing }) => standing === "missing").length;
  const add = (
    <Button
      icon={<Plus aria-hidden size={18} strokeWidth={1.75} />}
      className="print:hidden"
      writes
      onClick={() => onAdd({})}
    >
      Add a statement
    </Button>
  );
  if (told.months.length === 0) {
    return (
      <Card flush>
        <EmptyState icon={HardHat} title="Nothing was deducted in this tax year" action={add}>
          What contractors deduct under the Construction Industry Scheme appears here as they pay you.
        </EmptyState>
      </Card>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Card>
        <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,6.5rem),1fr))] gap-x-4 gap-y-3 md:grid-cols-4">
          <Sum label="Deducted" text={gbp(told.deducted)} strong />
          <Sum label="On statements" text={gbp(told.stated)} />
          <Sum label="Paid before deduction" text={gbp(told.gross)} />
          <Sum label="Materials" text={gbp(told.materials)} />
        </dl>
        <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
          <p className="text-quiet text-sm">
            {missing === 0 ? "No statements are missing. " : ""}
            {missing === 1 ? "1 statement is missing. " : ""}
            {missing > 1 ? `${missing} statements are missing. ` : ""}
            <Link to={`/income-tax/${year}`} className="font-medium text-ink underline underline-offset-2">
              Use this in your tax return
            </Link>
          </p>
          {add}
        </div>
      </Card>
      {[...told.months].reverse().map((month) => (
        <MonthCard
          key={`${month.to} ${month.contractor.key}`}
          month={month}
          onAdd={() => onAdd({ contractor: month.contractor.key, month: month.to })}
        />
      ))}
    </div>
  );
}
