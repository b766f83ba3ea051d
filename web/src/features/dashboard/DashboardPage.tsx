import { useQuery } from "@tanstack/react-query";
import {
  Banknote,
  ChevronRight,
  CircleAlert,
  CircleCheck,
  Clock,
  type LucideIcon,
  MessageCircleQuestion,
} from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { Link } from "react-router";
import { getErrorMessage } from "../../api/errors";
import type { Dashboard } from "../../api/generated/Dashboard";
import type { PaymentsToConfirm } from "../../api/generated/PaymentsToConfirm";
import { KINDS } from "../../documents/kind";
import { meQuery } from "../../entities/accounts/queries";
import { NotificationBell } from "../../entities/notifications/NotificationBell";
import { WaitingNotCounted } from "../../entities/waiting/WaitingBadge";
import { useRules } from "../../rules/rules";
import { Card } from "../../ui/Card";
import { cx } from "../../ui/cx";
import { Money } from "../../ui/Money";
import { Page, PageHeader } from "../../ui/PageHeader";
import { SearchLink } from "../../ui/SearchBox";
import { ListSkeleton, Skeleton } from "../../ui/Skeleton";
import { ErrorState } from "../../ui/States";
import { FirstWeekCard } from "./FirstWeekCard";
import { NeedsYouCard } from "./NeedsYouCard";
import { dashboardQuery } from "./queries";
import { RecentActivity, RecentDocuments } from "./RecentCards";
import { YearCard } from "./YearCard";

export function DashboardPage() {
  return (
    <Page>
      <title>Dashboard · Plumbline</title>
      <PageHeader title="Dashboard" actions={<NotificationBell className="md:hidden" />} />
      <SearchLink className="mb-4 md:hidden" />
      <Suspense fallback={<DashboardSkeleton />}>
        <DashboardContent />
      </Suspense>
    </Page>
  );
}

function DashboardContent() {
  const dashboard = useQuery(dashboardQuery);
  const canEdit = useQuery(meQuery).data?.supportUntil === undefined;
  if (!dashboard.data) {
    if (!dashboard.error || dashboard.isFetching) return <DashboardSkeleton />;
    return (
      <Card flush>
        <ErrorState
          title="The dashboard could not be loaded"
          message={getErrorMessage(dashboard.error)}
          onRetry={() => void dashboard.refetch()}
        />
      </Card>
    );
  }
  const { firstWeek, recent, toConfirm, year } = dashboard.data;
  return (
    <div className="flex flex-col gap-4 md:gap-6">
      {recent.length === 0 && firstWeek ? <FirstWeekCard week={firstWeek} canEdit={canEdit} /> : null}
      {recent.length > 0 ? (
        <>
          <PaymentsToConfirmBanner payments={toConfirm} />
          {/* First, so that they are seen at once and nothing floats over them. */}
          <DashboardFigures dashboard={dashboard.data} />
          {firstWeek ? <FirstWeekCard week={firstWeek} canEdit={canEdit} /> : null}
          <div className="grid items-start gap-4 md:gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
            <div className="lg:order-last">
              <NeedsYouCard dashboard={dashboard.data} />
            </div>
            <YearCard year={year} />
          </div>
          <RecentDocuments documents={recent} />
          <RecentActivity />
        </>
      ) : null}
    </div>
  );
}

function DashboardSkeleton() {
  return (
    <div className="flex flex-col gap-4 md:gap-6">
      <div className="grid grid-cols-2 gap-3 md:gap-4 lg:grid-cols-4">
        {["outstanding", "overdue", "paid", "awaiting"].map((figure) => (
          <Card key={figure}>
            <Skeleton className="h-4 w-24" />
            <Skeleton className="mt-4 h-7 w-28" />
            <Skeleton className="mt-2 h-3.5 w-20" />
          </Card>
        ))}
      </div>
      <Card flush>
        <ListSkeleton rows={5} />
      </Card>
    </div>
  );
}

/** What is owed, overdue, received and awaiting a reply; each links to its list. */
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

/**
 * Payments that customers have announced and the business has to confirm: how many, how much, and links to
 * them.
 */
export function PaymentsToConfirmBanner({ payments }: { payments: PaymentsToConfirm }) {
  const { gbp } = useRules();
  const places = [
    { words: KINDS.invoice, count: payments.invoices },
    { words: KINDS.quote, count: payments.quotes },
  ].filter(({ count }) => count > 0);
  const all = payments.invoices + payments.quotes;
  if (all === 0) return null;
  const title = all === 1 ? "A payment to confirm" : `${all} payments to confirm`;
  return (
    <section
      aria-label="Payments to confirm"
      className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-lg border border-warn/25 bg-warn-tint px-4 py-2 text-warn md:px-5"
    >
      <p className="flex min-h-11 min-w-0 flex-1 basis-56 items-center gap-3">
        <Banknote aria-hidden size={20} strokeWidth={1.75} className="shrink-0" />
        <span>
          <span className="font-semibold">{title}</span>
          {" · "}
          <Money text={gbp(payments.amount)} className="font-semibold" />
        </span>
      </p>
      <span className="flex flex-wrap gap-x-4">
        {places.map(({ words, count }) => (
          <Link
            key={words.kind}
            to={payments.only ? `${words.path}/${payments.only}` : `${words.path}?status=to_confirm`}
            className="inline-flex min-h-11 items-center gap-1 font-semibold underline underline-offset-4"
          >
            {count === 1 ? `See the ${words.name}` : `See ${count} ${words.plural}`}
            <ChevronRight aria-hidden size={18} strokeWidth={2} />
          </Link>
        ))}
      </span>
    </section>
  );
}
