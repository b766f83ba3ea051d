import { FileText, Mail } from "lucide-react";
import { Link } from "react-router";
import { getErrorMessage } from "../../../api/errors";
import type { CisReturn } from "../../../api/generated/CisReturn";
import type { CisReturnRow } from "../../../api/generated/CisReturnRow";
import { buildFileUrl } from "../../../api/requests";
import { LostEmailBanner } from "../../../documents/emails/LostEmailBanner";
import { describeEmailState } from "../../../documents/emails/standing";
import { useRules } from "../../../rules/rules";
import { Button } from "../../../ui/Button";
import { Money } from "../../../ui/Money";
import { toast } from "../../../ui/toast";
import { useResolveStatementEmail, useSendCisStatement } from "./queries";

/** A subcontractor on a return: the figures that HMRC wants, the payments behind them, and their statement. */
export function ReturnSubcontractorRow({
  row,
  month,
  profile,
}: {
  row: CisReturnRow;
  month: CisReturn;
  profile: string;
}) {
  const { gbp, dateLong } = useRules();
  const figures = [
    { label: "Paid", amount: row.gross },
    { label: "Materials", amount: row.materials },
    { label: "Deducted", amount: row.deducted },
  ];
  const references = [row.utr && `UTR ${row.utr}`, row.verificationNumber].filter(Boolean).join(" · ");
  return (
    <li className="grid gap-3 px-4 py-3 md:px-5">
      <div className="grid gap-y-2 sm:grid-cols-[minmax(0,1fr)_24rem] sm:items-center">
        <div className="min-w-0">
          <p className="font-medium text-ink">{row.name}</p>
          <p className="text-quiet text-sm">{references || "No UTR"}</p>
        </div>
        <dl className="grid grid-cols-3 gap-x-3">
          {figures.map(({ label, amount }) => (
            <div key={label} className="sm:text-right">
              <dt className="text-quiet text-sm">{label}</dt>
              <dd className="font-medium text-ink">
                <Money text={gbp(amount)} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <ul className="text-sm">
        {row.payments.map((payment) => (
          <li key={payment.id} className="flex flex-wrap items-center justify-between gap-x-3">
            <Link
              to={`/cis/payments/${payment.id}`}
              className="flex min-h-control items-center text-ink underline underline-offset-2 md:min-h-8"
            >
              {dateLong(payment.date)}
            </Link>
            <span className="text-quiet">
              {`${gbp(payment.gross)} less ${payment.rate}%: ${gbp(payment.pay)} paid`}
            </span>
          </li>
        ))}
      </ul>
      {row.hasStatement ? <SubcontractorStatement row={row} month={month} profile={profile} /> : null}
    </li>
  );
}

function SubcontractorStatement({
  row,
  month,
  profile,
}: {
  row: CisReturnRow;
  month: CisReturn;
  profile: string;
}) {
  const { dateLong } = useRules();
  const send = useSendCisStatement(profile);
  const statementKey = { contactId: row.contactId, month: month.to };
  const again = useResolveStatementEmail(profile, statementKey, "again");
  const arrived = useResolveStatementEmail(profile, statementKey, "arrived");
  // Returns that this device has held since an older version say nothing of emails.
  const email = row.statementEmail ?? null;
  if (row.statementLacks) {
    return (
      <p className="text-sm text-warn">
        {`${row.statementLacks} `}
        <Link to={`/cis/subcontractors/${row.contactId}`} className="underline underline-offset-2">
          Enter it
        </Link>
      </p>
    );
  }
  const sendEmail = () =>
    send.mutate(statementKey, {
      onSuccess: ({ to }) => toast({ title: `The statement is on its way to ${to}`, tone: "good" }),
      onError: (error) => toast({ title: getErrorMessage(error), tone: "bad" }),
    });
  return (
    <div className="flex flex-wrap items-center gap-3 print:hidden">
      {email?.unsettled ? (
        <LostEmailBanner email={email} sendAgain={again} markArrived={arrived} className="w-full" />
      ) : null}
      <Button asChild>
        <a
          href={buildFileUrl("/api/cis/contractors/{id}/statement", {
            params: { id: profile },
            query: statementKey,
          })}
          target="_blank"
          rel="noreferrer"
        >
          <FileText aria-hidden size={18} strokeWidth={1.75} />
          Statement
        </a>
      </Button>
      <Button
        icon={<Mail aria-hidden size={18} strokeWidth={1.75} />}
        busy={send.isPending}
        busyLabel="Sending…"
        writes
        onClick={sendEmail}
      >
        Email it
      </Button>
      <span className="wrap-anywhere text-quiet text-sm">
        {email && !email.unsettled ? describeEmailState(email) : `Due by ${dateLong(month.due)}`}
      </span>
    </div>
  );
}
