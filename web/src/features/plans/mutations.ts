import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { ConversionName } from "../../api/generated/ConversionName";
import type { Plan } from "../../api/generated/Plan";
import type { PlanChange } from "../../api/generated/PlanChange";
import type { SubscriptionResponse } from "../../api/generated/SubscriptionResponse";
import { get } from "../../api/reads";
import { post } from "../../api/writes";
import { meQuery } from "../../entities/accounts/queries";
import { tellConversion } from "../../entities/conversions/tell";
import { SUBSCRIPTION, subscriptionQuery } from "../../entities/plans/queries";

/** So often, and this far apart, it is asked whether Stripe has told yet, in milliseconds. */
export const ASKED = 8;
const APART = 2_500;

/** What a plan would cost. The amounts are of this moment: each look asks anew. */
export const previewQuery = (plan: Plan) =>
  queryOptions({
    queryKey: ["plan-preview", plan] as const,
    queryFn: () => post("/api/subscription/preview", { body: { plan } }),
    staleTime: 0,
    gcTime: 0,
  });

/** Whether something is paid for, or will be with the end of the trial. */
export const isBought = ({ standing }: Pick<SubscriptionResponse, "standing">): boolean =>
  standing.is === "paying" || standing.is === "ending" || standing.is === "grace";

/** How it stands for whoever comes back from buying: the server asks Stripe, which may take a moment. */
export const returnedQuery = (isBack: boolean) =>
  queryOptions({
    queryKey: [SUBSCRIPTION, "returned"] as const,
    queryFn: ({ signal }) => get(SUBSCRIPTION, { query: { returned: true }, signal }),
    enabled: isBack,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) =>
      (state.data && isBought(state.data)) || state.dataUpdateCount >= ASKED ? false : APART,
  });

/** Opens a page at Stripe; the window goes there. */
function useWayToStripe<Asked>(open: (asked: Asked) => Promise<{ url: string }>) {
  return useMutation({
    mutationFn: open,
    onSuccess: ({ url }) => window.location.assign(url),
  });
}

/** Where a window remembers that it has gone to buy, so that having bought is told once. */
const GONE = "plan-checkout";

/** The page on which a plan is bought. */
export const useCheckout = () =>
  useWayToStripe(async (plan: Plan) => {
    const way = await post("/api/subscription/checkout", { body: { plan } });
    try {
      sessionStorage.setItem(GONE, plan);
    } catch {
      // Kept from storing anything: it is bought all the same, and told to nobody.
    }
    return way;
  });

/** Whether this window comes from buying: an address that is opened again does not. True but once. */
export function isFromCheckout(): boolean {
  try {
    const isSo = sessionStorage.getItem(GONE) !== null;
    sessionStorage.removeItem(GONE);
    return isSo;
  } catch {
    return false;
  }
}

/** The page for the card and the invoices. */
export const usePortal = () => useWayToStripe((_: undefined) => post("/api/subscription/portal"));

function useTurn<Asked>(
  turn: (asked: Asked) => Promise<SubscriptionResponse>,
  told?: (asked: Asked) => ConversionName | null,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: turn,
    onSuccess: (answer, asked) => {
      client.setQueryData(subscriptionQuery.queryKey, answer);
      const name = told?.(asked);
      if (name)
        void tellConversion(name, {
          contentName: answer.plan,
          user: client.getQueryData(meQuery.queryKey),
        });
    },
    // It may have been done, or stand otherwise than was thought.
    onError: () => client.invalidateQueries({ queryKey: subscriptionQuery.queryKey, exact: true }),
  });
}

/** Another plan, at the amount that was shown. */
export const useChange = () =>
  useTurn(
    (body: PlanChange) => post("/api/subscription/change", { body }),
    ({ plan }) => (plan === "plus" ? "SubscriptionUpgrade" : null),
  );

/** Ends it with what is paid for. */
export const useCancel = () =>
  useTurn(
    (_: undefined) => post("/api/subscription/cancel"),
    () => "SubscriptionCancelled",
  );

/** Takes that back. */
export const useResume = () => useTurn((_: undefined) => post("/api/subscription/resume"));
