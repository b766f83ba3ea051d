import { useQuery } from "@tanstack/react-query";
import type { Feature } from "../../api/generated/Feature";
import type { SubscriptionResponse } from "../../api/generated/SubscriptionResponse";
import { subscriptionQuery } from "./queries";

/** The account's plan as a screen asks after it. What is not known yet forbids nothing. */
export interface PlanHere {
  answer: SubscriptionResponse | undefined;
  /** Whether the plan is being asked for and was never known here. */
  isAsked: boolean;
  /** Whether this server sells plans at all. */
  isSold: boolean;
  /** Whether it has lapsed: all is read, shared and exported, and nothing is written. */
  isStopped: boolean;
  /** Whether a part of Plus is not the account's. */
  lacks: (feature: Feature) => boolean;
}

export function usePlan(): PlanHere {
  const { data, isLoading } = useQuery(subscriptionQuery);
  return {
    answer: data,
    isAsked: isLoading,
    isSold: data !== undefined && data.standing.is !== "selfhosted",
    isStopped: data?.mayWrite === false,
    lacks: (feature) => data !== undefined && !data.features.includes(feature),
  };
}
