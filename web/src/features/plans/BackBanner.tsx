import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import type { SubscriptionResponse } from "../../api/generated/SubscriptionResponse";
import { meQuery } from "../../entities/accounts/queries";
import { reportConversion } from "../../entities/conversions/reportConversion";
import { subscriptionQuery } from "../../entities/plans/queries";
import { Banner } from "../../ui/Banner";
import { checkoutReturnQuery, consumeCheckoutMark, hasPaidPlan, MAX_RETURN_CHECKS } from "./mutations";

/** For whoever is back from Stripe's page: that they have their plan, or that its word is still on the way. */
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
    // Said once: the page is loaded again without it.
    setSearch({}, { replace: true });
  }, [client, isReturning, boughtPlan, setSearch]);

  const isCurrent = bought !== null && answer.plan === bought && answer.standing.is === "paying";
  if (isCurrent && !isConfirmed) setConfirmed(true);
  // It is no news any more once something else is done with it, nor when that is taken back.
  if (bought !== null && isConfirmed && !isCurrent) {
    setBought(null);
    setConfirmed(false);
  }

  if (bought !== null) {
    // What was bought is known before the page has read it again.
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
