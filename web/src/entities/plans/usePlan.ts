import { useQuery } from "@tanstack/react-query";
import type { Feature } from "../../api/generated/Feature";
import type { SubscriptionResponse } from "../../api/generated/SubscriptionResponse";
import { subscriptionQuery } from "./queries";

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
