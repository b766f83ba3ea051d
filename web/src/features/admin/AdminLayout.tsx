import { useQueryClient } from "@tanstack/react-query";
import { FileQuestion, ShieldOff } from "lucide-react";
import type { ReactNode } from "react";
import { Link, NavLink, useNavigate } from "react-router";
import { isStatus } from "../../api/client";
import { ApiError, getErrorMessage } from "../../api/errors";
import type { AdminFailure } from "../../api/generated/AdminFailure";
import { accountKeys, SUPPORT_ENDED_PARAM } from "../../entities/accounts/queries";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { cx } from "../../ui/cx";
import { formatDateTime } from "../../ui/formats";
import { Page, PageHeader } from "../../ui/PageHeader";
import { ListSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../ui/States";
import { useSearchParams } from "../../ui/useSearchParams";
import { formatJobKind } from "./labels";

const ADMIN_PAGES = [
  { to: "/admin", label: "Overview" },
  { to: "/admin/users", label: "Users" },
  { to: "/admin/support", label: "Support" },
  { to: "/admin/audit", label: "Audit log" },
];

/** A page of the administration, with navigation to the others. */
export function AdminLayout({
  title,
  subtitle,
  back,
  actions,
  width,
  children,
}: {
  title: string;
  subtitle?: ReactNode;
  back?: { to: string; label: string };
  actions?: ReactNode;
  width?: "narrow" | "wide";
  children: ReactNode;
}) {
  const [params] = useSearchParams();
  return (
    <Page width={width}>
      <title>{`${title} · Administration · Plumbline`}</title>
      <nav
        aria-label="Administration"
        className="-mx-4 mb-4 overflow-x-auto border-line border-b px-4 md:mx-0 md:px-0"
      >
        <ul className="flex gap-1">
          {ADMIN_PAGES.map(({ to, label }) => (
            <li key={to}>
              <NavLink
                to={to}
                end={to === "/admin"}
                className={({ isActive }) =>
                  cx(
                    "-mb-px flex min-h-control items-center whitespace-nowrap border-b-2 px-3 font-medium focus-visible:outline-offset-[-2px]",
                    isActive ? "border-ink text-ink" : "border-transparent text-quiet hover:text-ink",
                  )
                }
              >
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <PageHeader title={title} subtitle={subtitle} back={back} actions={actions} />
      {params.get(SUPPORT_ENDED_PARAM.name) === SUPPORT_ENDED_PARAM.value ? (
        <div className="mb-4">
          <Banner tone="blue" title="Your access to the account has ended">
            The hour is up, or the owner has ended it. You’re logged in as yourself again.
          </Banner>
        </div>
      ) : null}
      {children}
    </Page>
  );
}

/** The loading state of a page, or its error. */
export function AdminLoadState({
  error,
  isFetching,
  notFound,
  onRetry,
}: {
  error: Error | null;
  isFetching: boolean;
  /** For a page about one record: what to display when it doesn't exist, and where to go from there. */
  notFound?: { title: string; next: string; to: string };
  onRetry: () => void;
}) {
  if (error instanceof ApiError && error.code === "not_admin")
    return <NoLongerAdmin message={error.message} />;
  return (
    <Card flush>
      {notFound && isStatus(error, 404) ? (
        <EmptyState
          icon={FileQuestion}
          title={notFound.title}
          action={
            <Button asChild>
              <Link to={notFound.to}>{notFound.next}</Link>
            </Button>
          }
        >
          It may have been deleted.
        </EmptyState>
      ) : error && !isFetching ? (
        <ErrorState message={getErrorMessage(error)} onRetry={onRetry} />
      ) : (
        <ListSkeleton />
      )}
    </Card>
  );
}

/** The admin role was removed while the page was open: says so and leads home. */
function NoLongerAdmin({ message }: { message: string }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const goHome = async () => {
    await navigate("/dashboard");
    await client.invalidateQueries({ queryKey: accountKeys.me });
  };
  return (
    <Card flush>
      <EmptyState
        icon={ShieldOff}
        title="You’re no longer an administrator"
        action={
          <Button variant="primary" onClick={() => void goHome()}>
            Go to the dashboard
          </Button>
        }
      >
        {message}
      </EmptyState>
    </Card>
  );
}

/** A few facts, each under its label. */
export function AdminFacts({ facts }: { facts: { label: string; value: ReactNode }[] }) {
  return (
    <dl className="grid grid-cols-1 gap-x-6 gap-y-3 min-[22rem]:grid-cols-2 md:grid-cols-3">
      {facts.map(({ label, value }) => (
        <div key={label} className="min-w-0">
          <dt className="text-quiet text-sm">{label}</dt>
          <dd className="wrap-anywhere font-medium text-ink tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The displayed page of a list, from 1, stored in the address. */
export function usePageNumber(): number {
  const [params] = useSearchParams();
  const page = Number(params.get("page"));
  return Number.isInteger(page) && page > 0 ? page : 1;
}

/** A filter of a list, stored in the address; changing it returns to the first page. */
export function useFilterParam(name: string): [string, (text: string) => void] {
  const [params, setParams] = useSearchParams();
  const set = (text: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (text) next.set(name, text);
        else next.delete(name);
        next.delete("page");
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return [params.get(name) ?? "", set];
}

/** Which rows of how many are displayed, with buttons for the other pages. */
export function Pager({ total, rows }: { total: number; rows: number }) {
  const page = usePageNumber();
  const [, setParams] = useSearchParams();
  const pages = Math.max(1, Math.ceil(total / rows));
  if (pages === 1 && page === 1) return null;
  const goToPage = (to: number) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      next.set("page", String(to));
      return next;
    });
  return (
    <nav aria-label="Pages" className="mt-4 flex flex-wrap items-center justify-between gap-3">
      <p className="text-quiet text-sm tabular-nums">
        Page {page} of {pages}
      </p>
      <div className="flex gap-2">
        <Button disabled={page <= 1} onClick={() => goToPage(page - 1)}>
          Previous
        </Button>
        <Button disabled={page >= pages} onClick={() => goToPage(page + 1)}>
          Next
        </Button>
      </div>
    </nav>
  );
}

/** Jobs that failed permanently, such as emails that could not be delivered. */
export function FailedJobsCard({ jobs }: { jobs: AdminFailure[] }) {
  return (
    <Card title="Failed jobs" hint="Emails and other jobs that failed permanently in the last 30 days." flush>
      {jobs.length === 0 ? (
        <p className="px-4 pt-1 pb-5 text-quiet md:px-5">Nothing.</p>
      ) : (
        <ul className="divide-y divide-line">
          {jobs.map((job, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may fail at one moment with the same words
            <li key={`${job.at} ${index}`} className="px-4 py-3 md:px-5">
              <p className="flex flex-wrap justify-between gap-x-4">
                <span className="font-medium text-ink">{formatJobKind(job)}</span>
                <span className="text-quiet text-sm tabular-nums">{formatDateTime(job.at)}</span>
              </p>
              <p className="wrap-anywhere text-quiet text-sm">{job.error}</p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
