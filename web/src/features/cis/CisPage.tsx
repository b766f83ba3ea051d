import { useQuery } from "@tanstack/react-query";
import { HardHat, Plus } from "lucide-react";
import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { isStatus } from "../../api/client";
import { getErrorMessage } from "../../api/errors";
import type { CisLedger } from "../../api/generated/CisLedger";
import type { CisStatementInput } from "../../api/generated/CisStatementInput";
import { buildFileUrl } from "../../api/requests";
import { todayInLondon } from "../../rules/calendar";
import { formatTaxYear, getTaxYear, listTaxYears } from "../../rules/periods";
import { useRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { LabelledAmount } from "../../ui/LabelledAmount";
import { Page, PageHeader } from "../../ui/PageHeader";
import { PrintButton } from "../../ui/PrintButton";
import { DownloadMenu } from "../../ui/ReportActions";
import { SelectField } from "../../ui/SelectField";
import { ListSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../ui/States";
import { CisRoleSwitch } from "./CisRoleSwitch";
import { CisStatementDialog } from "./CisStatementDialog";
import { CisMonthCard } from "./MonthCard";
import { ledgerQuery } from "./queries";

/** What contractors paid and deducted in a tax year, month by month, against their statements. */
export function CisPage() {
  const today = todayInLondon();
  const { year = getTaxYear(today) } = useParams();
  const navigate = useNavigate();
  const [adding, setAdding] = useState<Partial<CisStatementInput>>();
  const { data, error, isFetching, refetch } = useQuery(ledgerQuery(year));
  const ledger = data && String(data.year) === year ? data : undefined;
  const getFileUrl = (as: "csv" | "xlsx" | "pdf") =>
    buildFileUrl("/api/cis/{year}/file", { params: { year }, query: { as } });
  return (
    <Page width="wide">
      <title>{`CIS ${formatTaxYear(year)} · Plumbline`}</title>
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
              options={listTaxYears(today, year).map((one) => ({ value: one, label: formatTaxYear(one) }))}
            />
            <PrintButton />
            <DownloadMenu
              files={[
                { label: "PDF", file: getFileUrl("pdf") },
                { label: "Spreadsheet", note: "With the payments", file: getFileUrl("xlsx") },
                { label: "CSV", file: getFileUrl("csv") },
              ]}
            />
          </>
        }
      />
      <CisRoleSwitch current="paid" />
      {ledger ? (
        <CisLedgerMonths year={year} ledger={ledger} onAdd={setAdding} />
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
              message={getErrorMessage(error)}
              onRetry={() => void refetch()}
            />
          ) : (
            <ListSkeleton />
          )}
        </Card>
      )}
      {ledger && adding ? (
        <CisStatementDialog
          year={year}
          today={ledger.today}
          contractors={ledger.contractors}
          initialValues={adding}
          onClose={() => setAdding(undefined)}
        />
      ) : null}
    </Page>
  );
}

function CisLedgerMonths({
  year,
  ledger,
  onAdd,
}: {
  year: string;
  ledger: CisLedger;
  onAdd: (initialValues: Partial<CisStatementInput>) => void;
}) {
  const { gbp } = useRules();
  const missing = ledger.months.filter(({ standing }) => standing === "missing").length;
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
  if (ledger.months.length === 0) {
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
          <LabelledAmount label="Deducted" text={gbp(ledger.deducted)} strong />
          <LabelledAmount label="On statements" text={gbp(ledger.stated)} />
          <LabelledAmount label="Paid before deduction" text={gbp(ledger.gross)} />
          <LabelledAmount label="Materials" text={gbp(ledger.materials)} />
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
      {[...ledger.months].reverse().map((month) => (
        <CisMonthCard
          key={`${month.to} ${month.contractor.key}`}
          month={month}
          onAdd={() => onAdd({ contractor: month.contractor.key, month: month.to })}
        />
      ))}
    </div>
  );
}
