import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { errorMessage } from "../../api/errors";
import { meQuery } from "../../entities/accounts/queries";
import { Bell } from "../../entities/notifications/Bell";
import { Card } from "../../ui/Card";
import { Page, PageHeader } from "../../ui/PageHeader";
import { SearchField } from "../../ui/SearchField";
import { ListSkeleton, Skeleton } from "../../ui/Skeleton";
import { ErrorState } from "../../ui/States";
import { Figures } from "./Figures";
import { FirstWeek } from "./FirstWeek";
import { NeedsYou } from "./NeedsYou";
import { dashboardQuery } from "./queries";
import { Recent } from "./Recent";
import { RecentActivity } from "./RecentActivity";
import { ToConfirm } from "./ToConfirm";
import { YearCard } from "./YearCard";

export function DashboardPage() {
  return (
    <Page>
      <title>Dashboard · Plumbline</title>
      <PageHeader title="Dashboard" actions={<Bell className="md:hidden" />} />
      <SearchField className="mb-4 md:hidden" />
      <Suspense fallback={<Waiting />}>
        <Dashboard />
      </Suspense>
    </Page>
  );
}

function Dashboard() {
  const dashboard = useQuery(dashboardQuery);
  const canDo = useQuery(meQuery).data?.supportUntil === undefined;
  if (!dashboard.data) {
    if (!dashboard.error || dashboard.isFetching) return <Waiting />;
    return (
      <Card flush>
        <ErrorState
          title="The dashboard could not be loaded"
          message={errorMessage(dashboard.error)}
          onRetry={() => void dashboard.refetch()}
        />
      </Card>
    );
  }
  const { firstWeek, recent, toConfirm, year } = dashboard.data;
  return (
    <div className="flex flex-col gap-4 md:gap-6">
      {recent.length === 0 && firstWeek ? <FirstWeek week={firstWeek} canDo={canDo} /> : null}
      {recent.length > 0 ? (
        <>
          <ToConfirm waiting={toConfirm} />
          {/* First, so that they are seen at once and nothing floats over them. */}
          <Figures dashboard={dashboard.data} />
          {firstWeek ? <FirstWeek week={firstWeek} canDo={canDo} /> : null}
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
            <div className="lg:order-last">
              <NeedsYou dashboard={dashboard.data} />
            </div>
            <YearCard year={year} />
          </div>
          <Recent documents={recent} />
          <RecentActivity />
        </>
      ) : null}
    </div>
  );
}

function Waiting() {
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
