import { useQuery } from "@tanstack/react-query";
import { HardHat, Plus, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { isStatus } from "../../api/client";
import { getErrorMessage } from "../../api/errors";
import type { CisLedger } from "../../api/generated/CisLedger";
import type { CisMonth } from "../../api/generated/CisMonth";
import type { CisMonthState } from "../../api/generated/CisMonthState";
import type { CisStatementInput } from "../../api/generated/CisStatementInput";
import { buildFileUrl } from "../../api/requests";
import { getSubjectPath } from "../../entities/activities/activityPath";
import { todayInLondon } from "../../rules/calendar";
import { formatTaxYear, getTaxYear, listTaxYears } from "../../rules/periods";
import { useRules } from "../../rules/rules";
import { Badge, type BadgeTone } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { cx } from "../../ui/cx";
import { IconButton } from "../../ui/IconButton";
import { LabelledAmount } from "../../ui/LabelledAmount";
import { Money } from "../../ui/Money";
import { Page, PageHeader } from "../../ui/PageHeader";
import { DownloadMenu, PrintButton } from "../../ui/ReportActions";
import { SelectField } from "../../ui/SelectField";
import { ListSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../ui/States";
import { toast } from "../../ui/toast";
import { CisRoleSwitch } from "./CisRoleSwitch";
import { CisStatementDialog } from "./CisStatementDialog";
import { ledgerQuery, useRemoveStatement } from "./queries";

/** The badge for each state of a month. */
export const MONTH_STATES: Record<CisMonthState, { label: string; tone: BadgeTone }> = {
  agrees: { label: "Statement agrees", tone: "green" },
  differs: { label: "Statement differs", tone: "red" },
  missing: { label: "Statement missing", tone: "amber" },
  notDue: { label: "Statement not due yet", tone: "grey" },
  notOwed: { label: "No statement needed", tone: "grey" },
  noPayment: { label: "No payments here", tone: "red" },
};

/** Describes how a statement differs from the payments; empty where it doesn't. */
export function describeDifference({ differs }: Pick<CisMonth, "differs">, gbp: (amount: string) => string) {
  const labels = ["paid", "materials", "deducted"];
  const parts = (differs ?? []).flatMap((amount, at) => {
    const value = Number(amount);
    if (value === 0) return [];
    const size = gbp(amount.replace("-", ""));
    return [`${size} ${value > 0 ? "more" : "less"} ${labels[at]}`];
  });
  return parts.length > 0 ? `The statement says ${parts.join(", ")}.` : undefined;
}

/** A tax month of one contractor: its payments, compared with the statement. */
export function CisMonthCard({ month, onAdd }: { month: CisMonth; onAdd: () => void }) {
  const { gbp, dateLong } = useRules();
  const remove = useRemoveStatement();
  const { label, tone } = MONTH_STATES[month.standing];
  const difference = describeDifference(month, gbp);
  return (
    <Card flush>
      <header className="grid gap-2 px-4 pt-4 pb-3 md:px-5">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 className="min-w-0 font-semibold text-base">{month.contractor.name}</h2>
          <Badge tone={tone} label={label} />
        </div>
        <p className="text-quiet text-sm">
          {`${dateLong(month.from)} to ${dateLong(month.to)}`}
          {month.standing === "missing" || month.standing === "notDue"
            ? `, statement due by ${dateLong(month.statementDue)}`
            : ""}
        </p>
        {difference ? <p className="text-bad text-sm">{difference}</p> : null}
      </header>
      <div
        aria-hidden
        className={cx(ROW_CLASS, "hidden border-line border-t py-2 text-quiet text-sm sm:grid")}
      >
        <span>What</span>
        {AMOUNT_LABELS.map((name) => (
          <span key={name} className="text-right">
            {name}
          </span>
        ))}
      </div>
      <ul className="divide-y divide-line border-line border-t text-sm">
        {month.payments.map((payment) => (
          <CisMonthRow key={payment.id} amounts={[payment.gross, payment.materials, payment.deducted]}>
            <Link
              to={getSubjectPath(payment.kind, payment.subject) ?? "/cis"}
              className="font-medium text-ink underline-offset-2 hover:underline"
            >
              {payment.number}
            </Link>
            <span className="text-quiet">{dateLong(payment.date)}</span>
          </CisMonthRow>
        ))}
        {month.statements.map((statement) => (
          <CisMonthRow
            key={statement.id}
            amounts={[statement.gross, statement.materials, statement.deducted]}
          >
            <span className="font-medium text-ink">Statement</span>
            <IconButton
              label="Remove this statement"
              icon={<Trash2 aria-hidden size={16} strokeWidth={1.75} />}
              className="-my-3 text-quiet print:hidden"
              writes
              disabled={remove.isPending}
              onClick={() =>
                remove.mutate(statement.id, {
                  onSuccess: () => toast({ title: "Statement removed" }),
                  onError: (error) => toast({ title: getErrorMessage(error), tone: "bad" }),
                })
              }
            />
          </CisMonthRow>
        ))}
      </ul>
      {month.statements.length === 0 ? (
        <div className="border-line border-t px-4 py-3 md:px-5 print:hidden">
          <Button icon={<Plus aria-hidden size={18} strokeWidth={1.75} />} writes onClick={onAdd}>
            Add its statement
          </Button>
        </div>
      ) : null}
    </Card>
  );
}

const AMOUNT_LABELS = ["Paid", "Materials", "Deducted"];

/** In columns if they fit; on a phone the amounts are beneath their label. */
const ROW_CLASS = "gap-x-4 px-4 sm:grid-cols-[minmax(0,1fr)_8rem_8rem_8rem] md:px-5";

function CisMonthRow({ amounts, children }: { amounts: string[]; children: ReactNode }) {
  const { gbp } = useRules();
  return (
    <li className={cx(ROW_CLASS, "grid items-center gap-y-2 py-3")}>
      <span className="flex flex-wrap items-center gap-x-3">{children}</span>
      <dl className="grid grid-cols-3 gap-x-3 sm:contents">
        {AMOUNT_LABELS.map((name, at) => (
          <div key={name} className="sm:text-right">
            <dt className="text-quiet sm:sr-only">{name}</dt>
            <dd>
              <Money text={gbp(amounts[at] ?? "")} />
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

/** What contractors paid and deducted in a tax year, month by month, compared with their statements. */
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
    <div className="grid gap-4">
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
