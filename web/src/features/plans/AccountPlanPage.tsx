import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { getErrorMessage } from "../../api/errors";
import type { SubscriptionResponse } from "../../api/generated/SubscriptionResponse";
import { subscriptionQuery } from "../../entities/plans/queries";
import { useConnection } from "../../offline/waiting/waiting-hooks";
import { Banner } from "../../ui/Banner";
import { Card } from "../../ui/Card";
import { Page, PageHeader } from "../../ui/PageHeader";
import { FormSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../ui/States";
import { CheckoutReturnBanner } from "./BackBanner";
import { PlanInvoicesCard } from "./InvoicesCard";
import { PlanOffersSection } from "./PlanOffersSection";
import { PlanStateCard } from "./PlanStateCard";

/** The account's plan: how it stands, what there is to choose, and its invoices. */
export function AccountPlanPage() {
  // Its owner may be back from Stripe's page this moment.
  const { data, error, isFetching, refetch } = useQuery({ ...subscriptionQuery, refetchOnMount: "always" });
  return (
    <Page width="narrow">
      <title>Your plan · Plumbline</title>
      <PageHeader title="Your plan" back={{ to: "/settings", label: "Settings" }} />
      {data ? (
        data.standing.is === "selfhosted" ? (
          <SelfHostedPlanCard />
        ) : (
          <PlanDetails answer={data} />
        )
      ) : (
        <Card flush={Boolean(error) && !isFetching}>
          {error && !isFetching ? (
            <ErrorState
              title="Your plan could not be loaded"
              message={getErrorMessage(error)}
              onRetry={() => void refetch()}
            />
          ) : (
            <FormSkeleton fields={3} />
          )}
        </Card>
      )}
    </Page>
  );
}

function SelfHostedPlanCard() {
  return (
    <Card flush>
      <EmptyState icon={CircleCheck} title="Everything is included">
        This server doesn’t sell plans. You can use all of Plumbline, including reports and everything else,
        free of charge.
      </EmptyState>
    </Card>
  );
}

function PlanDetails({ answer }: { answer: SubscriptionResponse }) {
  const { reached } = useConnection();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6">
      <CheckoutReturnBanner answer={answer} />
      {reached ? null : (
        <Banner tone="grey">There is no signal. You can change your plan once there is.</Banner>
      )}
      <PlanStateCard answer={answer} canAct={reached} />
      <PlanOffersSection answer={answer} canAct={reached} />
      <PlanInvoicesCard invoices={answer.invoices} />
      <p className="text-quiet text-sm">
        Whatever happens to your plan, you can read, share and export everything, and your customers’ links
        keep working.
      </p>
    </div>
  );
}
