import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import type { SubscriptionResponse } from "../../api/generated/SubscriptionResponse";
import { meQuery } from "../../entities/accounts/queries";
import { tellConversion } from "../../entities/conversions/tell";
import { subscriptionQuery } from "../../entities/plans/queries";
import { Banner } from "../../ui/Banner";
import { ASKED, isBought, isFromCheckout, returnedQuery } from "./mutations";

/** For whoever is back from Stripe's page: that they have their plan, or that its word is still on the way. */
export function BackBanner({ answer }: { answer: SubscriptionResponse }) {
  const client = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const isBack = search.get("checkout") === "done";
  const [bought, setBought] = useState<string | null>(null);
  const [isTold, setTold] = useState(false);
  const { data, error, dataUpdatedAt } = useQuery(returnedQuery(isBack));
  const asked = client.getQueryState(returnedQuery(isBack).queryKey)?.dataUpdateCount ?? 0;
  const found = data && isBought(data) ? data.plan : null;
  useEffect(() => {
    if (dataUpdatedAt > 0)
      void client.invalidateQueries({ queryKey: subscriptionQuery.queryKey, exact: true });
  }, [client, dataUpdatedAt]);
  useEffect(() => {
    if (!isBack || !found) return;
    setBought(found);
    if (isFromCheckout())
      void tellConversion("Purchase", {
        contentName: found,
        user: client.getQueryData(meQuery.queryKey),
      });
    // Said once: the page is loaded again without it.
    setSearch({}, { replace: true });
  }, [client, isBack, found, setSearch]);

  const isStill = bought !== null && answer.plan === bought && answer.standing.is === "paying";
  if (isStill && !isTold) setTold(true);
  // It is no news any more once something else is done with it, nor when that is taken back.
  if (bought !== null && isTold && !isStill) {
    setBought(null);
    setTold(false);
  }

  if (bought !== null) {
    // What was bought is known before the page has read it again.
    if (!isStill) return null;
    return (
      <Banner tone="green" live title={`Thank you. You’re now on ${answer.planName}`}>
        Stripe keeps your card and your invoices.
      </Banner>
    );
  }
  if (!isBack) return null;
  const isLate = asked >= ASKED || error !== null;
  return (
    <Banner tone="blue" live title={isLate ? "Stripe hasn’t confirmed it yet" : "Your plan is being set up"}>
      {isLate
        ? "It appears here as soon as they do. You don’t need to pay again."
        : "We are asking Stripe. This takes a few seconds."}
    </Banner>
  );
}
