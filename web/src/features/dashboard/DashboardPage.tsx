import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { getErrorMessage } from "../../api/errors";
import { meQuery } from "../../entities/accounts/queries";
import { NotificationBell } from "../../entities/notifications/NotificationBell";
import { Card } from "../../ui/Card";
import { Page, PageHeader } from "../../ui/PageHeader";
import { SearchLink } from "../../ui/SearchField";
import { ListSkeleton, Skeleton } from "../../ui/Skeleton";
import { ErrorState } from "../../ui/States";
import { DashboardFigures } from "./Figures";
import { FirstWeekCard } from "./FirstWeekCard";
import { NeedsYouCard } from "./NeedsYouCard";
import { dashboardQuery } from "./queries";
import { RecentActivity } from "./RecentActivity";
import { RecentDocuments } from "./RecentCards";
import { PaymentsToConfirmBanner } from "./ToConfirm";
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
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
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
