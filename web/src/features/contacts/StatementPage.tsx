import { useQuery } from "@tanstack/react-query";
import { Download, Mail } from "lucide-react";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { isStatus } from "../../api/client";
import { getErrorMessage } from "../../api/errors";
import type { AccountStatement } from "../../api/generated/AccountStatement";
import type { StatementRow } from "../../api/generated/StatementRow";
import { ContactNotFound } from "../../entities/contacts/ContactNotFound";
import { usePlanGuard } from "../../entities/plans/usePlanGuard";
import { useConnection } from "../../offline/waiting/waiting-hooks";
import { useRules } from "../../rules/rules";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { type Column, DataTable } from "../../ui/DataTable";
import { DateField } from "../../ui/DateField";
import { Dialog } from "../../ui/Dialog";
import { isAcceptedDate } from "../../ui/date-range";
import { Money } from "../../ui/Money";
import { Page, PageHeader } from "../../ui/PageHeader";
import { ListSkeleton } from "../../ui/Skeleton";
import { ErrorState } from "../../ui/States";
import { toast } from "../../ui/toast";
import { useSearchParams } from "../../ui/useSearchParams";
import { getStatementPdfUrl, statementQuery, useSendStatement } from "./queries";

/** What a customer was invoiced and paid, between two days. */
export function StatementPage() {
  const { id = "" } = useParams();
  const [params, setParams] = useSearchParams();
  const days = { from: params.get("from") ?? "", to: params.get("to") ?? "" };
  const { data, error, isFetching, refetch } = useQuery({
    ...statementQuery(id, days),
    // While a year is being typed, the date isn't one that the server would accept.
    enabled: isAcceptedDate(days.from) && isAcceptedDate(days.to),
  });
  const isGone = isStatus(error, 404);
  const setDay = (name: "from" | "to") => (day: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (day) next.set(name, day);
        else next.delete(name);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <Page>
      <title>Statement · Plumbline</title>
      <PageHeader
        title="Statement"
        subtitle={data?.customer}
        back={
          isGone
            ? { to: "/contacts", label: "Contacts" }
            : { to: `/contacts/${id}`, label: data?.customer || "Contact" }
        }
        actions={
          data && data.statement.rows.length > 0 ? (
            <>
              <Button asChild>
                <a
                  href={getStatementPdfUrl(id, { from: data.from, to: data.to })}
                  target="_blank"
                  rel="noreferrer"
                >
                  <Download aria-hidden size={18} strokeWidth={1.75} />
                  PDF
                </a>
              </Button>
              <EmailStatementButton id={id} accountStatement={data} />
            </>
          ) : null
        }
      />
      {isGone ? null : (
        <div className="mb-4 grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-3 md:max-w-md">
          <DateField label="From" value={days.from || data?.from || ""} onValueChange={setDay("from")} />
          <DateField label="Until" value={days.to || data?.to || ""} onValueChange={setDay("to")} />
        </div>
      )}
      {isGone ? (
        <Card flush>
          <ContactNotFound />
        </Card>
      ) : error && !isFetching ? (
        <Card flush>
          <ErrorState
            title={
              isStatus(error, 400) || isStatus(error, 422)
                ? "No statement for these dates"
                : "The statement could not be loaded"
            }
            message={getErrorMessage(error)}
            onRetry={() => void refetch()}
          />
        </Card>
      ) : data ? (
        <StatementView accountStatement={data} />
      ) : (
        <Card flush>
          <ListSkeleton rows={5} />
        </Card>
      )}
    </Page>
  );
}

/** Emails the statement, after a confirmation that names the recipient. */
function EmailStatementButton({ id, accountStatement }: { id: string; accountStatement: AccountStatement }) {
  const { dateLong } = useRules();
  const [isConfirming, setIsConfirming] = useState(false);
  const send = useSendStatement(id);
  const writing = usePlanGuard();
  const { reached } = useConnection();
  const { customer, email, from, to } = accountStatement;
  return (
    <>
      <Button
        variant="primary"
        icon={<Mail aria-hidden size={18} strokeWidth={1.75} />}
        disabled={!reached}
        title={reached ? undefined : "Needs signal"}
        onClick={writing(() => setIsConfirming(true))}
      >
        Email
      </Button>
      <Dialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={`Email ${customer} this statement?`}
        description={
          email
            ? `The statement from ${dateLong(from)} to ${dateLong(to)} goes to ${email} as a PDF.`
            : `There is no email address for ${customer} yet.`
        }
        footer={
          <>
            <Button onClick={() => setIsConfirming(false)}>Cancel</Button>
            {email ? (
              <Button
                variant="primary"
                busy={send.isPending}
                busyLabel="Sending…"
                onClick={() =>
                  send.mutate(
                    { from, to },
                    {
                      onSuccess: (sent) => {
                        setIsConfirming(false);
                        toast({ title: `The statement is on its way to ${sent.to}`, tone: "good" });
                      },
                    },
                  )
                }
              >
                Send statement
              </Button>
            ) : (
              <Button asChild variant="primary">
                <Link to={`/contacts/${id}/edit`}>Add an email address</Link>
              </Button>
            )}
          </>
        }
      >
        {send.isError && (
          <Banner tone="red" live>
            {getErrorMessage(send.error)}
          </Banner>
        )}
      </Dialog>
    </>
  );
}

function StatementView({ accountStatement }: { accountStatement: AccountStatement }) {
  const { gbp, dateLong } = useRules();
  const { statement } = accountStatement;
  const figures = [
    { label: "Balance brought forward", amount: statement.opening },
    { label: "Invoiced", amount: statement.invoiced },
    ...(Number(statement.credited) === 0 ? [] : [{ label: "Credited", amount: statement.credited }]),
    { label: "Paid", amount: statement.paid },
    { label: `Balance on ${dateLong(accountStatement.to)}`, amount: statement.closing },
  ];
  return (
    <>
      <Card className="mb-4">
        <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(7rem,100%),1fr))] gap-4">
          {figures.map(({ label, amount }) => (
            <div key={label}>
              <dt className="text-quiet text-sm">{label}</dt>
              <dd className="font-semibold text-ink text-lg">
                <Money text={gbp(amount)} />
              </dd>
            </div>
          ))}
        </dl>
      </Card>
      {accountStatement.to < accountStatement.today ? (
        <p className="mb-4">
          {`As of today, ${dateLong(accountStatement.today)}, `}
          <Money text={gbp(accountStatement.owedNow)} className="font-semibold text-ink" />
          {" is outstanding."}
        </p>
      ) : null}
      <Card flush>
        {statement.rows.length > 0 ? (
          <StatementRowsTable rows={statement.rows} />
        ) : (
          <p className="p-5 text-quiet">Nothing was invoiced or paid between these dates.</p>
        )}
      </Card>
    </>
  );
}

const ROW_LABELS: Record<StatementRow["kind"], string> = {
  invoice: "Invoice",
  credit: "Credit note",
  payment: "Payment for",
  refund: "Refund,",
};

/** Whether the row is an invoice or a credit note; every other row is a payment or a refund. */
const isInvoiceOrCredit = ({ kind }: StatementRow) => kind === "invoice" || kind === "credit";

function StatementRowsTable({ rows }: { rows: StatementRow[] }) {
  const { gbp, dateLong } = useRules();
  const formatRowTitle = (row: StatementRow) => `${ROW_LABELS[row.kind]} ${row.number}`;
  // Payments are displayed as positive: core's amount is what they take off the balance.
  const formatPaid = (row: StatementRow) =>
    row.amount.startsWith("-") ? gbp(row.amount.slice(1)) : gbp(`-${row.amount}`);
  const columns: Column<StatementRow>[] = [
    { id: "date", header: "Date", width: "w-36", cell: (row) => dateLong(row.date) },
    { id: "what", header: "What", cell: formatRowTitle },
    {
      id: "due",
      header: "Due",
      width: "w-36",
      from: "lg",
      cell: (row) => (row.dueDate ? dateLong(row.dueDate) : ""),
    },
    {
      id: "invoiced",
      header: "Invoiced",
      width: "w-28",
      align: "right",
      cell: (row) => isInvoiceOrCredit(row) && <Money text={gbp(row.amount)} />,
    },
    {
      id: "paid",
      header: "Paid",
      width: "w-28",
      align: "right",
      cell: (row) => !isInvoiceOrCredit(row) && <Money text={formatPaid(row)} />,
    },
    {
      id: "balance",
      header: "Balance",
      width: "w-28",
      align: "right",
      cell: (row) => <Money text={gbp(row.balance)} className="font-semibold text-ink" />,
    },
  ];
  const keys = new Map(rows.map((row, at) => [row, `${row.number} ${at}`]));
  return (
    <DataTable
      label="Statement"
      rows={rows}
      rowKey={(row) => keys.get(row) ?? row.number}
      columns={columns}
      card={(row) => ({
        title: formatRowTitle(row),
        amount: <Money text={isInvoiceOrCredit(row) ? gbp(row.amount) : formatPaid(row)} />,
        detail: dateLong(row.date),
        status: (
          <span className="text-quiet text-sm">
            <Money text={gbp(row.balance)} />
            {" owed"}
          </span>
        ),
      })}
    />
  );
}
