import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { subscriptionQuery } from "../../entities/plans/queries";
import { Banner } from "../../ui/Banner";
import { ASKED, isBought, returnedQuery } from "./mutations";

/** For whoever is back from Stripe's page: that they have their plan, or that its word is still on the way. */
export function BackBanner() {
  const client = useQueryClient();
  const [search] = useSearchParams();
  const isBack = search.get("checkout") === "done";
  const { data, error, dataUpdatedAt } = useQuery(returnedQuery(isBack));
  const asked = client.getQueryState(returnedQuery(isBack).queryKey)?.dataUpdateCount ?? 0;
  const isThere = data !== undefined && isBought(data);
  useEffect(() => {
    if (dataUpdatedAt > 0)
      void client.invalidateQueries({ queryKey: subscriptionQuery.queryKey, exact: true });
  }, [client, dataUpdatedAt]);
  if (!isBack) return null;
  if (isThere) {
    return (
      <Banner tone="green" live title={`Thank you. ${data.planName} is yours`}>
        {data.hasPortal ? "Your card and your invoices are kept by Stripe." : null}
      </Banner>
    );
  }
  const isLate = asked >= ASKED || error !== null;
  return (
    <Banner tone="blue" live title={isLate ? "Stripe has not told us yet" : "Your plan is being set up"}>
      {isLate
        ? "It shows here by itself as soon as it does. You need not pay again."
        : "We are asking Stripe. This takes a few seconds."}
    </Banner>
  );
}
