import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ConversionName } from "../../api/generated/ConversionName";
import type { Plan } from "../../api/generated/Plan";
import type { PlanChange } from "../../api/generated/PlanChange";
import type { SubscriptionResponse } from "../../api/generated/SubscriptionResponse";
import { get, post } from "../../api/requests";
import { meQuery } from "../../entities/accounts/queries";
import { reportConversion } from "../../entities/ad-conversions/reportConversion";
import { SUBSCRIPTION_PATH, subscriptionQuery } from "../../entities/plans/usePlan";

/** How often, and at what interval in milliseconds, to check whether Stripe has confirmed the purchase. */
export const MAX_RETURN_CHECKS = 8;
const RETURN_CHECK_INTERVAL = 2_500;

/** What a plan would cost. The amounts depend on the moment, so they are refetched each time. */
export const planPreviewQuery = (plan: Plan) =>
  queryOptions({
    queryKey: ["plan-preview", plan] as const,
    queryFn: () => post("/api/subscription/preview", { body: { plan } }),
    staleTime: 0,
    gcTime: 0,
  });

/** Whether a plan is paid for. */
export const hasPaidPlan = ({ standing }: Pick<SubscriptionResponse, "standing">): boolean =>
  standing.is === "paying" || standing.is === "ending" || standing.is === "grace";

/** The plan of a user who returns from buying: the server asks Stripe, which may take a moment. */
export const checkoutReturnQuery = (isReturning: boolean) =>
  queryOptions({
    queryKey: [SUBSCRIPTION_PATH, "returned"] as const,
    queryFn: ({ signal }) => get(SUBSCRIPTION_PATH, { query: { returned: true }, signal }),
    enabled: isReturning,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) =>
      (state.data && hasPaidPlan(state.data)) || state.dataUpdateCount >= MAX_RETURN_CHECKS
        ? false
        : RETURN_CHECK_INTERVAL,
  });

/** Requests a page at Stripe and navigates the window to it. */
function useStripeRedirect<Input>(requestPage: (input: Input) => Promise<{ url: string }>) {
  return useMutation({
    mutationFn: requestPage,
    onSuccess: ({ url }) => window.location.assign(url),
  });
}

/** Where a window stores that it has gone to buy a plan, so that the purchase is reported once. */
const CHECKOUT_STORAGE_KEY = "plan-checkout";

/** Opens the page on which a plan is bought. */
export const usePlanCheckout = () =>
  useStripeRedirect(async (plan: Plan) => {
    const redirect = await post("/api/subscription/checkout", { body: { plan } });
    try {
      sessionStorage.setItem(CHECKOUT_STORAGE_KEY, plan);
    } catch {
      // Storage is forbidden: the plan is bought all the same, but the purchase isn't reported.
    }
    return redirect;
  });

/**
 * Whether this window has returned from buying, rather than opened the address again. Returns true only once.
 */
export function consumeCheckoutMark(): boolean {
  try {
    const hasMark = sessionStorage.getItem(CHECKOUT_STORAGE_KEY) !== null;
    sessionStorage.removeItem(CHECKOUT_STORAGE_KEY);
    return hasMark;
  } catch {
    return false;
  }
}

/** Opens the page for the card and the invoices. */
export const useBillingPortal = () => useStripeRedirect((_: undefined) => post("/api/subscription/portal"));

function useSubscriptionChange<Input>(
  send: (input: Input) => Promise<SubscriptionResponse>,
  conversionFor?: (input: Input) => ConversionName | null,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (answer, input) => {
      client.setQueryData(subscriptionQuery.queryKey, answer);
      const name = conversionFor?.(input);
      if (name)
        void reportConversion(name, {
          contentName: answer.plan,
          user: client.getQueryData(meQuery.queryKey),
        });
    },
    // The change may have been made all the same, or the plan's state may have been a different one.
    onError: () => client.invalidateQueries({ queryKey: subscriptionQuery.queryKey, exact: true }),
  });
}

/** Changes the plan, at the displayed amount. */
export const useChangePlan = () =>
  useSubscriptionChange(
    (body: PlanChange) => post("/api/subscription/change", { body }),
    ({ plan }) => (plan === "plus" ? "SubscriptionUpgrade" : null),
  );

/** Cancels the plan at the end of the paid period. */
export const useCancelPlan = () =>
  useSubscriptionChange(
    (_: undefined) => post("/api/subscription/cancel"),
    () => "SubscriptionCancelled",
  );

/** Undoes the cancellation. */
export const useResumePlan = () => useSubscriptionChange((_: undefined) => post("/api/subscription/resume"));

/**
 * Whether the window is navigating to another page. False again once it is restored from the back/forward
 * cache.
 */
export function useIsLeavingPage(isRedirecting: boolean): boolean {
  const [isBack, setBack] = useState(false);
  useEffect(() => {
    const handlePageShow = ({ persisted }: PageTransitionEvent) => persisted && setBack(true);
    window.addEventListener("pageshow", handlePageShow);
    return () => window.removeEventListener("pageshow", handlePageShow);
  }, []);
  return isRedirecting && !isBack;
}
