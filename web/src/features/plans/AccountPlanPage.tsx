import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleCheck, ExternalLink } from "lucide-react";
import { useEffect, useState } from "react";
import { getErrorMessage } from "../../api/errors";
import type { SubscriptionInvoice } from "../../api/generated/SubscriptionInvoice";
import type { SubscriptionResponse } from "../../api/generated/SubscriptionResponse";
import { meQuery } from "../../entities/accounts/queries";
import { reportConversion } from "../../entities/ad-conversions/reportConversion";
import { subscriptionQuery } from "../../entities/plans/usePlan";
import { useConnection } from "../../offline/waiting/waiting-hooks";
import { useRules } from "../../rules/rules";
import { Badge } from "../../ui/Badge";
import { Banner } from "../../ui/Banner";
import { Card } from "../../ui/Card";
import { Money } from "../../ui/Money";
import { Page, PageHeader } from "../../ui/PageHeader";
import { FormSkeleton } from "../../ui/Skeleton";
import { EmptyState, ErrorState } from "../../ui/States";
import { useSearchParams } from "../../ui/useSearchParams";
import { checkoutReturnQuery, consumeCheckoutMark, hasPaidPlan, MAX_RETURN_CHECKS } from "./mutations";
import { PlanOffersSection } from "./PlanOffersSection";
import { PlanStateCard } from "./PlanStateCard";

/** The account's plan: its state, the plans to choose from, and its invoices. */
export function AccountPlanPage() {
  // The owner may have just returned from Stripe's page.
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
    <div className="grid gap-4 md:gap-6">
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

/**
 * For a user who returns from Stripe's page: says that they have their plan, or that Stripe's confirmation is
 * still awaited.
 */
export function CheckoutReturnBanner({ answer }: { answer: SubscriptionResponse }) {
  const client = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const isReturning = search.get("checkout") === "done";
  const [bought, setBought] = useState<string | null>(null);
  const [isConfirmed, setConfirmed] = useState(false);
  const { data, error, dataUpdatedAt } = useQuery(checkoutReturnQuery(isReturning));
  const checks = client.getQueryState(checkoutReturnQuery(isReturning).queryKey)?.dataUpdateCount ?? 0;
  const boughtPlan = data && hasPaidPlan(data) ? data.plan : null;
  useEffect(() => {
    if (dataUpdatedAt > 0)
      void client.invalidateQueries({ queryKey: subscriptionQuery.queryKey, exact: true });
  }, [client, dataUpdatedAt]);
  useEffect(() => {
    if (!isReturning || !boughtPlan) return;
    setBought(boughtPlan);
    if (consumeCheckoutMark())
      void reportConversion("Purchase", {
        contentName: boughtPlan,
        user: client.getQueryData(meQuery.queryKey),
      });
    // Shown once: the parameter is removed from the address.
    setSearch({}, { replace: true });
  }, [client, isReturning, boughtPlan, setSearch]);

  const isCurrent = bought !== null && answer.plan === bought && answer.standing.is === "paying";
  if (isCurrent && !isConfirmed) setConfirmed(true);
  // The message ends once the plan is changed again, and doesn't return when that is undone.
  if (bought !== null && isConfirmed && !isCurrent) {
    setBought(null);
    setConfirmed(false);
  }

  if (bought !== null) {
    // The purchase is known before the page has refetched the plan.
    if (!isCurrent) return null;
    return (
      <Banner tone="green" live title={`Thank you. You’re now on ${answer.planName}`}>
        Stripe keeps your card and your invoices.
      </Banner>
    );
  }
  if (!isReturning) return null;
  const isLate = checks >= MAX_RETURN_CHECKS || error !== null;
  return (
    <Banner tone="blue" live title={isLate ? "Stripe hasn’t confirmed it yet" : "Your plan is being set up"}>
      {isLate
        ? "It appears here as soon as they do. You don’t need to pay again."
        : "We are asking Stripe. This takes a few seconds."}
    </Banner>
  );
}

/** The payments for the plan, newest first. */
export function PlanInvoicesCard({ invoices }: { invoices: readonly SubscriptionInvoice[] }) {
  const { gbp, dateLong } = useRules();
  if (invoices.length === 0) return null;
  return (
    <Card title="Invoices for your plan" flush>
      <ul className="divide-y divide-line">
        {invoices.map(({ number, date, amount, paid, link }) => (
          <li
            key={number}
            className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2 md:px-5"
          >
            <span className="min-w-0">
              <span className="block text-ink">{dateLong(date)}</span>
              {link ? (
                <a
                  href={link}
                  target="_blank"
                  rel="noreferrer"
                  className="-my-2 inline-flex min-h-11 items-center gap-1.5 font-medium text-ink text-sm underline underline-offset-4"
                >
                  {number}
                  <ExternalLink aria-hidden size={14} strokeWidth={1.75} />
                  <span className="sr-only">(opens in a new tab)</span>
                </a>
              ) : (
                <span className="block text-quiet text-sm">{number}</span>
              )}
            </span>
            <span className="flex items-center gap-3">
              {Number(amount) < 0 ? (
                <Badge tone="blue" label="Credited" />
              ) : paid ? (
                <Badge tone="green" label="Paid" />
              ) : (
                <Badge tone="amber" label="Not paid" />
              )}
              <Money text={gbp(amount)} className="font-semibold text-ink" />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
