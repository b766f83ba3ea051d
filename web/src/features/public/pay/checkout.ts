import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { ApiError, getErrorMessage } from "../../../api/errors";
import type { CheckoutInput } from "../../../api/generated/CheckoutInput";
import type { DocumentKind } from "../../../api/generated/DocumentKind";
import { post } from "../../../api/writes";
import { getWrittenApi } from "../../../documents/kind";
import { publicPageKeys } from "../../../documents/publicPageKeys";

/** What the specification says where checkout does not open. */
const CHECKOUT_FAILED = "Payment processing failed. Please try again or contact support.";

/** Card checkout: the server makes a session for an amount, and the browser goes to its page. */
export function useCardCheckout(kind: DocumentKind, token: string) {
  const client = useQueryClient();
  const session = useMutation({
    mutationFn: (body: CheckoutInput) =>
      post(`${getWrittenApi(kind)}/public/{token}/stripe-checkout`, { params: { token }, body }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => {
      console.error(error instanceof ApiError ? error.message : "Failed to create payment session", error);
      window.alert(CHECKOUT_FAILED);
      // The amount may not be what it was, or somebody else has paid it.
      return client.invalidateQueries({ queryKey: publicPageKeys.one(kind, token) });
    },
  });
  const { reset } = session;

  useEffect(() => {
    // Gone back to from the checkout, a page may stand as it was left: on its way there.
    const handlePageShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      reset();
      void client.invalidateQueries({ queryKey: publicPageKeys.one(kind, token) });
    };
    window.addEventListener("pageshow", handlePageShow);
    return () => window.removeEventListener("pageshow", handlePageShow);
  }, [client, kind, token, reset]);

  return {
    begin: (input: CheckoutInput) => session.mutate(input),
    /** Also while the browser is on its way to the checkout. */
    isBusy: session.isPending || session.isSuccess,
    problem: session.isError ? describeCheckoutError(session.error) : null,
  };
}

export type CardCheckout = ReturnType<typeof useCardCheckout>;

/** The server's own sentence where it says what to do; else the general one. */
function describeCheckoutError(error: unknown): string {
  if (!(error instanceof ApiError)) return CHECKOUT_FAILED;
  if (error.code === "card_unavailable") return error.message;
  return error.status < 500 ? getErrorMessage(error) : CHECKOUT_FAILED;
}
