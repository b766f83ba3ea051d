import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ConversionName } from "../../api/generated/ConversionName";
import type { Plan } from "../../api/generated/Plan";
import type { PlanChange } from "../../api/generated/PlanChange";
import type { SubscriptionResponse } from "../../api/generated/SubscriptionResponse";
import { get, post } from "../../api/requests";
import { meQuery } from "../../entities/accounts/queries";
import { reportConversion } from "../../entities/conversions/reportConversion";
import { SUBSCRIPTION_PATH, subscriptionQuery } from "../../entities/plans/usePlan";

/** So often, and this far apart, it is asked whether Stripe has told yet, in milliseconds. */
export const MAX_RETURN_CHECKS = 8;
const RETURN_CHECK_INTERVAL = 2_500;

/** What a plan would cost. The amounts are of this moment: each look asks anew. */
export const planPreviewQuery = (plan: Plan) =>
  queryOptions({
    queryKey: ["plan-preview", plan] as const,
    queryFn: () => post("/api/subscription/preview", { body: { plan } }),
    staleTime: 0,
    gcTime: 0,
  });

/** Whether something is paid for, or will be with the end of the trial. */
export const hasPaidPlan = ({ standing }: Pick<SubscriptionResponse, "standing">): boolean =>
  standing.is === "paying" || standing.is === "ending" || standing.is === "grace";

/** How it stands for whoever comes back from buying: the server asks Stripe, which may take a moment. */
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

/** Opens a page at Stripe; the window goes there. */
function useStripeRedirect<Input>(requestPage: (input: Input) => Promise<{ url: string }>) {
  return useMutation({
    mutationFn: requestPage,
    onSuccess: ({ url }) => window.location.assign(url),
  });
}

/** Where a window remembers that it has gone to buy, so that having bought is told once. */
const CHECKOUT_STORAGE_KEY = "plan-checkout";

/** The page on which a plan is bought. */
export const usePlanCheckout = () =>
  useStripeRedirect(async (plan: Plan) => {
    const redirect = await post("/api/subscription/checkout", { body: { plan } });
    try {
      sessionStorage.setItem(CHECKOUT_STORAGE_KEY, plan);
    } catch {
      // Kept from storing anything: it is bought all the same, and told to nobody.
    }
    return redirect;
  });

/** Whether this window comes from buying: an address that is opened again does not. True but once. */
export function consumeCheckoutMark(): boolean {
  try {
    const hasMark = sessionStorage.getItem(CHECKOUT_STORAGE_KEY) !== null;
    sessionStorage.removeItem(CHECKOUT_STORAGE_KEY);
    return hasMark;
  } catch {
    return false;
  }
}

/** The page for the card and the invoices. */
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
    // It may have been done, or stand otherwise than was thought.
    onError: () => client.invalidateQueries({ queryKey: subscriptionQuery.queryKey, exact: true }),
  });
}

/** Another plan, at the amount that was shown. */
export const useChangePlan = () =>
  useSubscriptionChange(
    (body: PlanChange) => post("/api/subscription/change", { body }),
    ({ plan }) => (plan === "plus" ? "SubscriptionUpgrade" : null),
  );

/** Ends it with what is paid for. */
export const useCancelPlan = () =>
  useSubscriptionChange(
    (_: undefined) => post("/api/subscription/cancel"),
    () => "SubscriptionCancelled",
  );

/** Takes that back. */
export const useResumePlan = () => useSubscriptionChange((_: undefined) => post("/api/subscription/resume"));

/** Whether the window is on its way to another page. Kept by the browser for the way back, it is here again. */
export function useIsLeavingPage(isRedirecting: boolean): boolean {
  const [isBack, setBack] = useState(false);
  useEffect(() => {
    const handlePageShow = ({ persisted }: PageTransitionEvent) => persisted && setBack(true);
    window.addEventListener("pageshow", handlePageShow);
    return () => window.removeEventListener("pageshow", handlePageShow);
  }, []);
  return isRedirecting && !isBack;
}
