import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { errorMessage } from "../../api/errors";
import { contactsQuery } from "../../entities/contacts/queries";
import { Bell } from "../../entities/notifications/Bell";
import { profilesQuery } from "../../entities/profiles/queries";
import { Card } from "../../ui/Card";
import { Page, PageHeader } from "../../ui/PageHeader";
import { ListSkeleton, Skeleton } from "../../ui/Skeleton";
import { ErrorState } from "../../ui/States";
import { Figures } from "./Figures";
import { FirstSteps } from "./FirstSteps";
import { dashboardQuery } from "./queries";
import { Recent } from "./Recent";
import { ToConfirm } from "./ToConfirm";

export function DashboardPage() {
  return (
    <Page>
      <title>Dashboard · Plumbline</title>
      <PageHeader title="Dashboard" actions={<Bell className="md:hidden" />} />
      <Suspense fallback={<Waiting />}>
        <Dashboard />
      </Suspense>
    </Page>
  );
}

function Dashboard() {
  const dashboard = useQuery(dashboardQuery);
  const profiles = useQuery(profilesQuery);
  const contacts = useQuery(contactsQuery);
  const failed = [dashboard, profiles, contacts].filter(
    ({ data, error, isFetching }) => !data && error && !isFetching,
  );
  if (failed.length > 0) {
    return (
      <Card flush>
        <ErrorState
          title="The dashboard could not be loaded"
          message={errorMessage(failed[0]?.error)}
          onRetry={() => {
            for (const { refetch } of failed) void refetch();
          }}
        />
      </Card>
    );
  }
  if (!dashboard.data || !profiles.data || !contacts.data) return <Waiting />;
  const done = {
    profile: profiles.data.length > 0,
    contact: contacts.data.length > 0,
    document: dashboard.data.recent.length > 0,
  };
  const begun = done.profile && done.contact && done.document;
  return (
    <div className="flex flex-col gap-4 md:gap-6">
      {begun ? null : <FirstSteps done={done} />}
      {done.document ? (
        <>
          <ToConfirm waiting={dashboard.data.toConfirm} />
          <Figures dashboard={dashboard.data} />
          <Recent documents={dashboard.data.recent} />
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
