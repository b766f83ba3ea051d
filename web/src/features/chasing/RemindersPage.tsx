import { useQuery } from "@tanstack/react-query";
import { Building2 } from "lucide-react";
import { Link, useNavigate, useParams } from "react-router";
import { isStatus } from "../../api/client";
import { getErrorMessage } from "../../api/errors";
import { profileQuery } from "../../entities/profiles/queries";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Page, PageHeader } from "../../ui/PageHeader";
import { FormSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../ui/States";
import { toast } from "../../ui/toast";
import { RemindersForm } from "./RemindersForm";
import { chasePlanQuery } from "./reminder-plan";

/** When a business reminds its customers automatically, and the texts it sends. */
export function RemindersPage() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const profile = useQuery(profileQuery(id)).data;
  const { data: plan, error, isFetching, refetch } = useQuery(chasePlanQuery(id));
  const back = `/settings/business-profiles/${id}`;
  return (
    <Page width="narrow">
      <title>Reminders · Plumbline</title>
      <PageHeader
        title="Reminders"
        subtitle="Plumbline emails your customers on the days you choose, until they pay or reply."
        back={{ to: back, label: profile?.name || "Business profile" }}
      />
      {plan ? (
        <RemindersForm
          profileId={id}
          plan={plan}
          onSaved={(saved) => {
            const on = saved.invoices || saved.quotes;
            toast({ title: on ? "Reminders are on" : "Reminders are off", tone: "good" });
            navigate(back);
          }}
        />
      ) : (
        <Card>
          {isStatus(error, 404) ? (
            <EmptyState
              icon={Building2}
              title="We couldn’t find this profile"
              action={
                <Button asChild>
                  <Link to="/settings/business-profiles">See your profiles</Link>
                </Button>
              }
            >
              It may have been deleted.
            </EmptyState>
          ) : error && !isFetching ? (
            <ErrorState
              title="The reminders could not be loaded"
              message={getErrorMessage(error)}
              onRetry={() => void refetch()}
            />
          ) : (
            <FormSkeleton fields={6} />
          )}
        </Card>
      )}
    </Page>
  );
}
