import { queryOptions, useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import type { Feature } from "../../api/generated/Feature";
import type { SubscriptionResponse } from "../../api/generated/SubscriptionResponse";
import { get } from "../../api/requests";

/** The path of the plan, also the key under which it is cached. */
export const SUBSCRIPTION_PATH = "/api/subscription";

/**
 * The state of the account's plan. It is cached on the device, because it decides what may be written offline
 * too.
 */
export const subscriptionQuery = queryOptions({
  queryKey: [SUBSCRIPTION_PATH] as const,
  queryFn: ({ signal }) => get(SUBSCRIPTION_PATH, { signal }),
});

/** The account's plan for use in a screen. While it isn't known, nothing is forbidden. */
export interface AccountPlan {
  subscription: SubscriptionResponse | undefined;
  /** Whether the plan is loading and isn't cached. */
  isLoading: boolean;
  /** Whether this server sells plans. */
  isSold: boolean;
  /** Whether the plan has lapsed: everything can be read, shared and exported, but not changed. */
  isLapsed: boolean;
  /** Whether the account lacks a feature of Plus. */
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
 * Whether a page that writes is locked because the plan had already lapsed when the page was opened. If it
 * lapses while the user is typing, the page stays open with the typed values; if the plan is renewed, the
 * page unlocks. `page` identifies the page.
 */
export function usePageLocked(page: string): boolean {
  const { subscription, isLapsed } = usePlan();
  const openedWith = useRef<{ page: string; isLapsed: boolean } | null>(null);
  if (subscription && openedWith.current?.page !== page) openedWith.current = { page, isLapsed };
  return isLapsed && openedWith.current?.page === page && openedWith.current.isLapsed;
}
