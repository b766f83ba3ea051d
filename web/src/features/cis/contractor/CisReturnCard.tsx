import { FileText, Mail } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { getErrorMessage } from "../../../api/errors";
import type { CisReturn } from "../../../api/generated/CisReturn";
import type { CisReturnRow } from "../../../api/generated/CisReturnRow";
import { buildFileUrl } from "../../../api/requests";
import { describeEmailState, LostEmailBanner } from "../../../documents/emails/LostEmailBanner";
import { FormDialog } from "../../../entities/forms/FormDialog";
import { useRecordForm } from "../../../entities/forms/useRecordForm";
import { type Rules, useRules } from "../../../rules/rules";
import { Badge, type BadgeTone } from "../../../ui/Badge";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { FormDateField, requireDate } from "../../../ui/form-fields";
import { CHECK_WITH_ACCOUNTANT } from "../../../ui/LabelledAmount";
import { Money } from "../../../ui/Money";
import { DownloadMenu } from "../../../ui/ReportActions";
import { toast } from "../../../ui/toast";
import { useMarkReturnFiled, useResolveStatementEmail, useSendCisStatement } from "./queries";

/** The return of a tax month: its amounts, what is to be paid, and whether it was filed. */
export function CisReturnCard({
  month,
  profile,
  today,
}: {
  month: CisReturn;
  profile: string;
  today: string;
}) {
  const rules = useRules();
  const { gbp, dateLong } = rules;
  const [marking, setMarking] = useState<"filed" | "not needed" | null>(null);
  const filing = useMarkReturnFiled(profile);
  const { label, tone } = getReturnStateBadge(month, today, rules);
  const isFiled = month.filedOn !== null;
  const getFileUrl = (as: "csv" | "xlsx" | "pdf") =>
    buildFileUrl("/api/cis/contractors/{id}/returns/{year}/file", {
      params: { id: profile, year: String(findTaxYearStart(month.from)) },
      query: { as, month: month.to },
    });
  const reopen = () =>
    filing.mutate(
      { month: month.to },
      {
        onSuccess: () => toast({ title: "Reopened: you can change its payments", tone: "good" }),
        onError: (error) => toast({ title: getErrorMessage(error), tone: "bad" }),
      },
    );
  return (
    <Card flush>
      <header className="grid gap-1 px-4 pt-4 pb-3 md:px-5">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 className="font-semibold text-base">{`Month to ${dateLong(month.to)}`}</h2>
          <Badge tone={tone} label={label} />
        </div>
        <p className="text-quiet text-sm">
          {month.notNeeded
            ? `You told HMRC on ${dateLong(month.filedOn ?? "")} that nobody was paid. No return is needed.`
            : isFiled
              ? `Filed on ${dateLong(month.filedOn ?? "")}. Its payments can no longer change.`
              : month.mustBeSent
                ? `Return due by ${dateLong(month.due)}`
                : "You don’t have to send a return: nobody was paid."}
          {!isFiled && month.mustBeSent && !month.dutyConfirmed ? ` · ${CHECK_WITH_ACCOUNTANT}` : ""}
        </p>
        {month.isNil ? null : (
          <p className="text-ink">
            {`${gbp(month.deducted)} to pay to HMRC by ${dateLong(month.payBy)}, by the 19th if by post`}
          </p>
        )}
      </header>
      {month.isNil ? (
        <p className="border-line border-t px-4 py-3 text-quiet md:px-5">
          Nobody was paid in this month: a nil return.
        </p>
      ) : (
        <ul className="divide-y divide-line border-line border-t">
          {month.rows.map((row) => (
            <ReturnSubcontractorRow key={row.contactId} row={row} month={month} profile={profile} />
          ))}
          {month.rows.length > 1 ? (
            <li className="flex flex-wrap justify-between gap-x-4 px-4 py-3 font-semibold text-ink md:px-5">
              <span>All</span>
              <span className="flex gap-4">
                <Money text={gbp(month.gross)} />
                <Money text={gbp(month.deducted)} />
              </span>
            </li>
          ) : null}
        </ul>
      )}
      <footer className="flex flex-wrap items-center gap-3 border-line border-t px-4 py-3 md:px-5 print:hidden">
        {month.isOver && !isFiled && (month.mustBeSent || !month.isNil) ? (
          <Button writes onClick={() => setMarking("filed")}>
            Mark as filed
          </Button>
        ) : null}
        {month.isNil && month.mustBeSent && !isFiled ? (
          <Button writes onClick={() => setMarking("not needed")}>
            Not needed
          </Button>
        ) : null}
        {isFiled ? (
          <Button busy={filing.isPending} writes onClick={reopen}>
            Reopen
          </Button>
        ) : null}
        {!isFiled && !month.isOver ? (
          <Button asChild>
            <Link to={`/cis/payments/new?business=${profile}`}>Pay a subcontractor</Link>
          </Button>
        ) : null}
        <DownloadMenu
          files={[
            { label: "PDF", file: getFileUrl("pdf") },
            { label: "Spreadsheet", note: "With the payments", file: getFileUrl("xlsx") },
            { label: "CSV", file: getFileUrl("csv") },
          ]}
        />
      </footer>
      {marking ? (
        <FileReturnDialog
          month={month}
          profile={profile}
          today={today}
          notNeeded={marking === "not needed"}
          onClose={() => setMarking(null)}
        />
      ) : null}
    </Card>
  );
}

/** The calendar year in which the tax year of a day begins. */
function findTaxYearStart(day: string) {
  const year = Number(day.slice(0, 4));
  return day.slice(5) < "04-06" ? year - 1 : year;
}

/**
 * Records when a month's return was filed, with its declarations; or when HMRC was notified that there is no
 * return.
 */
export function FileReturnDialog({
  month,
  profile,
  today,
  notNeeded,
  onClose,
}: {
  month: CisReturn;
  profile: string;
  today: string;
  notNeeded: boolean;
  onClose: () => void;
}) {
  const { dateLong } = useRules();
  const filing = useMarkReturnFiled(profile);
  const { form, saving } = useRecordForm({
    recordName: "return",
    values: { filedOn: today },
    fields: ["filedOn"],
    write: (_, { filedOn }) => filing.mutateAsync({ month: month.to, filedOn, notNeeded }),
    onSaved: () => {
      toast({
        title: notNeeded ? "Marked as not needed" : "Marked as filed: its payments can no longer change",
        tone: "good",
      });
      onClose();
    },
  });
  return (
    <FormDialog
      title={notNeeded ? "No return is needed" : "Mark as filed"}
      description={
        notNeeded
          ? `Nobody was paid in the month to ${dateLong(month.to)}, and you have told HMRC. Plumbline doesn’t do that for you.`
          : `The ${month.isNil ? "nil return" : "return"} for the month to ${dateLong(month.to)}. Plumbline doesn’t send it: file it with HMRC first.`
      }
      saving={saving}
      saveLabel={notNeeded ? "Mark as not needed" : "Mark as filed"}
      busyLabel="Marking…"
      onClose={onClose}
    >
      {notNeeded ? null : (
        <div>
          <p className="font-medium text-ink">By filing it you declare to HMRC</p>
          <ul className="mt-1 list-disc pl-5 text-quiet">
            {month.declarations.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </div>
      )}
      <FormDateField
        control={form.control}
        name="filedOn"
        label={notNeeded ? "You told HMRC on" : "Filed on"}
        validate={requireDate}
      />
    </FormDialog>
  );
}

/** A subcontractor on a return: the amounts that HMRC needs, the payments behind them, and the statement. */
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
  // Returns cached on this device by an older version have no email state.
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

type ReturnState = Pick<CisReturn, "filedOn" | "isOver" | "isNil" | "mustBeSent" | "notNeeded" | "due">;

/** The badge for a return's state on a day. */
export function getReturnStateBadge(
  month: ReturnState,
  today: string,
  { hasPassed }: Pick<Rules, "hasPassed">,
): { label: string; tone: BadgeTone } {
  if (month.notNeeded) return { label: "Not needed", tone: "grey" };
  if (month.filedOn !== null) return { label: "Filed", tone: "green" };
  if (!month.isOver) return { label: "Month not over", tone: "grey" };
  if (!month.mustBeSent) return { label: "Nothing to send", tone: "grey" };
  if (hasPassed(month.due, today)) return { label: "Return late", tone: "red" };
  return { label: month.isNil ? "Nil return to send" : "Return to send", tone: "amber" };
}
