import { CircleAlert, CircleCheck, Clock, type LucideIcon, MessageCircleQuestion } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Dashboard } from "../../api/generated/Dashboard";
import { WaitingNotCounted } from "../../entities/waiting/WithoutWaiting";
import { useRules } from "../../rules/rules";
import { cx } from "../../ui/cx";
import { Money } from "../../ui/Money";

/** What is owed, what is late, what came in and what waits for an answer; each leads to its list. */
export function DashboardFigures({ dashboard }: { dashboard: Dashboard }) {
  const { gbp } = useRules();
  const late = Number(dashboard.overdue) > 0;
  const { quotesAwaiting, awaitingAmount, acceptanceRate } = dashboard;
  const awaiting = quotesAwaiting > 0 ? gbp(awaitingAmount) : "No quotes waiting";
  const accepted = acceptanceRate === null ? null : `${acceptanceRate}% accepted`;
  return (
    <>
      <section
        aria-label="At a glance"
        className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.25rem),1fr))] gap-3 md:grid-cols-2 md:gap-4 lg:grid-cols-4"
      >
        <DashboardFigure
          to="/invoices?status=outstanding"
          icon={Clock}
          label="Outstanding"
          figure={<Money text={gbp(dashboard.outstanding)} />}
          hint="Not yet paid"
        />
        <DashboardFigure
          to="/invoices?status=overdue"
          icon={CircleAlert}
          label="Overdue"
          figure={<Money text={gbp(dashboard.overdue)} />}
          hint={late ? "Past the due date" : "Nothing is late"}
          late={late}
        />
        <DashboardFigure
          to="/invoices?status=paid"
          icon={CircleCheck}
          label="Paid this month"
          figure={<Money text={gbp(dashboard.paidThisMonth)} />}
          hint="Confirmed payments"
        />
        <DashboardFigure
          to="/quotes?status=sent"
          icon={MessageCircleQuestion}
          label="Awaiting reply"
          figure={quotesAwaiting}
          hint={[awaiting, accepted].filter(Boolean).join(" · ")}
        />
      </section>
      <WaitingNotCounted className="mt-2" />
    </>
  );
}

function DashboardFigure({
  to,
  icon: Icon,
  label,
  figure,
  hint,
  late = false,
}: {
  to: string;
  icon: LucideIcon;
  label: string;
  figure: ReactNode;
  hint: string;
  late?: boolean;
}) {
  return (
    <Link
      to={to}
      className="flex min-w-0 flex-col rounded-lg border border-line bg-paper p-3 transition-colors min-[360px]:p-4 hover:border-line-strong md:p-5"
    >
      <span className={cx("flex items-center gap-1.5 font-medium text-sm", late ? "text-bad" : "text-quiet")}>
        <Icon aria-hidden size={16} strokeWidth={2} className="shrink-0" />
        <span className="min-w-0">{label}</span>
      </span>
      <span
        className={cx(
          "mt-2.5 self-start font-semibold text-lg tabular-nums tracking-tight min-[360px]:text-xl md:text-2xl",
          late ? "text-bad" : "text-ink",
        )}
      >
        {figure}
      </span>
      <span className="mt-0.5 text-quiet text-sm">{hint}</span>
    </Link>
  );
}
