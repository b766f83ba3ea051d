import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError, errorMessage } from "../../../api/errors";
import type { Kind } from "../../../api/generated/Kind";
import { post } from "../../../api/writes";
import { publicAddress, publicKeys } from "../queries";

/** What the specification says where checkout does not open. */
const FAILED = "Payment processing failed. Please try again or contact support.";

/** Card checkout: the server makes a session for this amount, and the browser goes to its page. */
export function useCheckout(kind: Kind, token: string, amount: string) {
  const client = useQueryClient();
  const session = useMutation({
    mutationFn: () => post<{ url: string }>(publicAddress(kind, token, "/stripe-checkout"), { amount }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => {
      console.error(error instanceof ApiError ? error.message : "Failed to create payment session", error);
      window.alert(FAILED);
      // The amount may not be what it was.
      return client.invalidateQueries({ queryKey: publicKeys.one(kind, token) });
    },
  });
  return {
    begin: () => session.mutate(),
    /** Also while the browser is on its way to the checkout. */
    isBusy: session.isPending || session.isSuccess,
    problem: session.isError ? problemOf(session.error) : null,
  };
}

/** The server's own sentence where it says what to do; else the general one. */
function problemOf(error: unknown): string {
  return error instanceof ApiError && error.status < 500 ? errorMessage(error) : FAILED;
}
