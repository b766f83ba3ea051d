import { useState } from "react";
import { Link } from "react-router";
import { getErrorMessage } from "../../../api/errors";
import type { CisReturn } from "../../../api/generated/CisReturn";
import { buildFileUrl } from "../../../api/requests";
import { useRules } from "../../../rules/rules";
import { Badge } from "../../../ui/Badge";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Money } from "../../../ui/Money";
import { DownloadMenu } from "../../../ui/ReportActions";
import { toast } from "../../../ui/toast";
import { CHECK_WITH_ACCOUNTANT } from "../../../ui/unchecked";
import { FileReturnDialog } from "./FiledDialog";
import { useMarkReturnFiled } from "./queries";
import { ReturnSubcontractorRow } from "./SubcontractorRow";
import { getReturnStateBadge } from "./standing";

/** The return of a tax month: its figures, what is to be paid, and whether it was filed. */
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
