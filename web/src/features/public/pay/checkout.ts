import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { ApiError, getErrorMessage } from "../../../api/errors";
import type { CheckoutInput } from "../../../api/generated/CheckoutInput";
import type { DocumentKind } from "../../../api/generated/DocumentKind";
import type { LiveMessage } from "../../../api/live-socket";
import { post } from "../../../api/requests";
import { getWrittenApi } from "../../../documents/kind";
import { publicPageKeys } from "../../../documents/publicPageKeys";

/** The specified message when checkout doesn't open. */
const CHECKOUT_FAILED = "Payment processing failed. Please try again or contact support.";

/** Card checkout: the server creates a session for an amount, and the browser navigates to its page. */
export function useCardCheckout(kind: DocumentKind, token: string) {
  const client = useQueryClient();
  const session = useMutation({
    mutationFn: (body: CheckoutInput) =>
      post(`${getWrittenApi(kind)}/public/{token}/stripe-checkout`, { params: { token }, body }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => {
      console.error(error instanceof ApiError ? error.message : "Failed to create payment session", error);
      window.alert(CHECKOUT_FAILED);
      // The amount may have changed, or somebody else may have paid it.
      return client.invalidateQueries({ queryKey: publicPageKeys.one(kind, token) });
    },
  });
  const { reset } = session;

  useEffect(() => {
    // Restored by 'back' from the checkout, a page may still be in the state in which it left.
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
    /** Also while the browser navigates to the checkout. */
    isBusy: session.isPending || session.isSuccess,
    problem: session.isError ? describeCheckoutError(session.error) : null,
  };
}

export type CardCheckout = ReturnType<typeof useCardCheckout>;

/** The server's own message where it says what to do; otherwise the general one. */
function describeCheckoutError(error: unknown): string {
  if (!(error instanceof ApiError)) return CHECKOUT_FAILED;
  if (error.code === "card_unavailable") return error.message;
  return error.status < 500 ? getErrorMessage(error) : CHECKOUT_FAILED;
}

/**
 * The pauses between two refetches of the document while a card payment is processed: short at first, then
 * longer.
 */
const PAUSES = [2_000, 3_000, 5_000, 10_000, 20_000];
const LAST_PAUSE = 30_000;

/** After this time the page says that the payment takes longer than it should. */
const SLOW_AFTER = 60_000;

/**
 * The return from card checkout (`payment=success` with a `session_id` of this document): 'Payment
 * Processing...' until the payment is confirmed, by a live message or because nothing is left to pay. The
 * document is refetched now and then, in case the live message never comes.
 */
export function useCheckoutReturn(kind: DocumentKind, token: string, isBack: boolean, owesNothing: boolean) {
  const client = useQueryClient();
  const [isAwaited, setAwaited] = useState(isBack);
  const [isLate, setLate] = useState(false);
  const isProcessing = isAwaited && !owesNothing;

  useEffect(() => {
    if (!isProcessing) return;
    let round = 0;
    let timer = 0;
    const poll = () => {
      void client.invalidateQueries({ queryKey: publicPageKeys.one(kind, token) });
      timer = window.setTimeout(poll, PAUSES[round++] ?? LAST_PAUSE);
    };
    timer = window.setTimeout(poll, PAUSES[round++] ?? LAST_PAUSE);
    const slowTimer = window.setTimeout(() => setLate(true), SLOW_AFTER);
    return () => {
      window.clearTimeout(timer);
      window.clearTimeout(slowTimer);
    };
  }, [isProcessing, client, kind, token]);

  // Once nothing is owed, the payment isn't awaited any more: an amount due again later, for example after a
  // refund, was not paid on this return.
  if (isAwaited && owesNothing) setAwaited(false);

  useEffect(() => {
    // The parameters stay in the address while the payment is awaited, so that a reload doesn't offer to pay
    // twice.
    if (!isProcessing && isCheckoutReturn(location.search)) history.replaceState(null, "", location.pathname);
  }, [isProcessing]);

  const onLive = useCallback((message: LiveMessage) => {
    if (message.type === "payment_confirmed") setAwaited(false);
  }, []);
  return { isProcessing, isLate, onLive };
}

function isCheckoutReturn(search: string): boolean {
  const query = new URLSearchParams(search);
  return query.get("payment") === "success" && query.has("session_id");
}
