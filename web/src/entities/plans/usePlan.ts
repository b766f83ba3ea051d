import { queryOptions, useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import type { Feature } from "../../api/generated/Feature";
import type { SubscriptionResponse } from "../../api/generated/SubscriptionResponse";
import { get } from "../../api/requests";

/** Where it is asked for, and held. */
export const SUBSCRIPTION_PATH = "/api/subscription";

/** How the account stands to its plan. This device holds it: what may be written hangs on it without signal too. */
export const subscriptionQuery = queryOptions({
  queryKey: [SUBSCRIPTION_PATH] as const,
  queryFn: ({ signal }) => get(SUBSCRIPTION_PATH, { signal }),
});

/** The account's plan as a screen asks after it. What is not known yet forbids nothing. */
export interface AccountPlan {
  subscription: SubscriptionResponse | undefined;
  /** Whether the plan is being asked for and was never known here. */
  isLoading: boolean;
  /** Whether this server sells plans at all. */
  isSold: boolean;
  /** Whether it has lapsed: all is read, shared and exported, and nothing is written. */
  isLapsed: boolean;
  /** Whether a part of Plus is not the account's. */
  lacksFeature: (feature: Feature) => boolean;
}

export function usePlan(): AccountPlan {
  const { data, isLoading } = useQuery(subscriptionQuery);
  return {
    subscription: data,
    isLoading: isLoading,
    isSold: data !== undefined && data.standing.is !== "selfhosted",
    isLapsed: data?.mayWrite === false,
    lacksFeature: (feature) => data !== undefined && !data.features.includes(feature),
  };
}

/**
 * Whether a page that writes is shut: the plan had lapsed already when it was opened. Where it lapses under the pen the
 * page stays, and keeps what is typed; where there is a plan again it opens. `page` says which one it is.
 */
export function usePageLocked(page: string): boolean {
  const { subscription, isLapsed } = usePlan();
  const openedWith = useRef<{ page: string; isLapsed: boolean } | null>(null);
  if (subscription && openedWith.current?.page !== page) openedWith.current = { page, isLapsed };
  return isLapsed && openedWith.current?.page === page && openedWith.current.isLapsed;
}
