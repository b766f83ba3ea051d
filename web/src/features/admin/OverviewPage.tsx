import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { AdminHealth } from "../../api/generated/AdminHealth";
import type { AdminPlans } from "../../api/generated/AdminPlans";
import { Badge, type BadgeTone } from "../../ui/Badge";
import { Card } from "../../ui/Card";
import { formatFileSize, formatTimeOfDay } from "../../ui/formats";
import { AdminFacts, AdminLayout, AdminLoadState, FailedJobsCard } from "./AdminLayout";
import { formatGigabytes, getAccountStateBadge } from "./labels";
import { healthQuery, plansQuery } from "./queries";

const formatCount = (number: number) => number.toLocaleString("en-GB");

/** The health of the server, and its accounts by state. */
export function OverviewPage() {
  const health = useQuery(healthQuery);
  const plans = useQuery(plansQuery);
  return (
    <AdminLayout title="Overview">
      <div className="flex flex-col gap-4">
        {health.data && !health.error ? (
          <HealthCards health={health.data} />
        ) : (
          <AdminLoadState {...health} onRetry={() => void health.refetch()} />
        )}
        {plans.data && !plans.error ? (
          <PlansCard plans={plans.data} />
        ) : health.data && !health.error ? (
          // Displayed once: both queries load, and fail, alike.
          <AdminLoadState {...plans} onRetry={() => void plans.refetch()} />
        ) : null}
        {health.data && !health.error ? <FailedJobsCard jobs={health.data.failed} /> : null}
      </div>
    </AdminLayout>
  );
}

const FINDING_LEVELS: Record<string, { tone: BadgeTone; label: string }> = {
  fine: { tone: "green", label: "Fine" },
  warning: { tone: "amber", label: "Needs attention" },
  broken: { tone: "red", label: "Broken" },
};

function HealthCards({ health }: { health: AdminHealth }) {
  const { backups, webhooks, storage } = health;
  const due = health.lanes.reduce((sum, lane) => sum + lane.due, 0);
  return (
    <>
      <Card title="Health">
        <AdminFacts
          facts={[
            {
              label: "Backups",
              value: backups.provedAt
                ? `Last verified ${formatTimeOfDay(backups.provedAt)}${backups.fault ? "; the newest failed its check" : ""}`
                : "None verified yet",
            },
            { label: "Questions waiting for a reply", value: <OpenQuestionsLink count={health.questions} /> },
            { label: "Jobs due", value: formatCount(due) },
            { label: "Failed permanently in 30 days", value: formatCount(health.givenUp) },
            { label: "Of which emails", value: formatCount(health.mailsGivenUp) },
            {
              label: "Failed deliveries since the server started",
              value: formatCount(health.mailTriesFailed),
            },
            { label: "Stripe’s last event", value: describeWebhooks(webhooks) },
            { label: "Events in 24 hours", value: formatCount(webhooks.lastDay) },
            { label: "Database", value: `${health.database}, ${formatFileSize(storage.databaseBytes)}` },
            { label: "Pictures", value: formatCount(storage.pictures) },
            { label: "Used by accounts", value: formatFileSize(storage.accountBytes) },
            { label: "Version", value: `${health.version}, database version ${health.migration}` },
          ]}
        />
      </Card>
      <Card title="What the doctor found" flush>
        <ul className="divide-y divide-line">
          {health.workerFault ? (
            <HealthFinding
              name="workers"
              level="broken"
              found={health.workerFault}
              mend="Restart the server."
            />
          ) : null}
          {health.findings.map((finding) => (
            <HealthFinding key={finding.name} {...finding} />
          ))}
        </ul>
      </Card>
    </>
  );
}

function OpenQuestionsLink({ count: open }: { count: number }) {
  return (
    <Link to="/admin/support" className="underline underline-offset-4">
      {formatCount(open)}
    </Link>
  );
}

function describeWebhooks({ on, lastAt }: AdminHealth["webhooks"]): string {
  if (lastAt) return formatTimeOfDay(lastAt);
  return on ? "None yet" : "No keys are set";
}

function HealthFinding({
  name,
  level,
  found,
  mend,
}: {
  name: string;
  level: string;
  found: string;
  mend: string;
}) {
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 px-4 py-3 md:px-5">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium text-ink first-letter:uppercase">{name}</p>
        <p className="wrap-anywhere text-quiet text-sm">{formatCommands(formatGigabytes(found))}</p>
        {mend ? <p className="wrap-anywhere text-sm">{formatCommands(mend)}</p> : null}
      </div>
      <Badge {...(FINDING_LEVELS[level] ?? { tone: "grey", label: level })} />
    </li>
  );
}

/** A text of the doctor's, with commands such as `plumbline backup` displayed as code. */
function formatCommands(text: string): ReactNode {
  const parts = text.split("`");
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
  return parts.map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}

function PlansCard({ plans }: { plans: AdminPlans }) {
  return (
    <Card
      title="Plans"
      hint={`${formatCount(plans.accounts)} accounts${plans.suspended ? `, ${formatCount(plans.suspended)} suspended` : ""}`}
      flush
    >
      <ul className="divide-y divide-line">
        {plans.groups.map(({ plan, planName, standing, accounts }) => (
          <PlanGroupRow
            key={`${plan} ${standing}`}
            accounts={accounts}
            to={`/admin/users?standing=${standing}`}
          >
            {/* Where no plans are sold, the plan and the badge would say the same. */}
            {standing === "selfhosted" ? null : planName}
            <Badge
              className={standing === "selfhosted" ? undefined : "ml-2"}
              {...getAccountStateBadge(standing)}
            />
          </PlanGroupRow>
        ))}
      </ul>
      {plans.trials.length > 0 ? (
        <p className="px-4 py-3 text-quiet text-sm md:px-5">
          {`Trials ending: ${plans.trials.map(describeTrial).join(", ")}.`}
        </p>
      ) : null}
    </Card>
  );
}

function describeTrial({ daysLeft, accounts }: AdminPlans["trials"][number]): string {
  const when = daysLeft === 0 ? "today" : daysLeft === 1 ? "tomorrow" : `in ${daysLeft} days`;
  return `${formatCount(accounts)} ${when}`;
}

function PlanGroupRow({ accounts, to, children }: { accounts: number; to: string; children: ReactNode }) {
  return (
    <li>
      <Link
        to={to}
        className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 px-4 py-2 hover:bg-canvas focus-visible:outline-offset-[-2px] md:px-5"
      >
        <span className="flex flex-wrap items-center font-medium text-ink">{children}</span>
        <span className="tabular-nums">{formatCount(accounts)}</span>
      </Link>
    </li>
  );
}
