import { Plus, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { getErrorMessage } from "../../api/errors";
import type { CisMonth } from "../../api/generated/CisMonth";
import { getSubjectPath } from "../../entities/activities/activityPath";
import { useRules } from "../../rules/rules";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { cx } from "../../ui/cx";
import { IconButton } from "../../ui/IconButton";
import { Money } from "../../ui/Money";
import { toast } from "../../ui/toast";
import { useRemoveStatement } from "./queries";
import { describeDifference, MONTH_STATES } from "./standing";

/** A tax month of one contractor: its payments, and the statement against them. */
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

/** Beside each other where there is room; on a phone the figures stand beneath what they are of. */
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
