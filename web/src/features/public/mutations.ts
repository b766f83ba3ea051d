import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Kind } from "../../api/generated/Kind";
import { post } from "../../api/writes";
import { publicAddress, publicKeys } from "./queries";

type Deed = { deed: "accept" | "decline" } | { deed: "payment"; method: string };

const FAILURES: Record<Deed["deed"], string> = {
  accept: "Failed to accept quote",
  decline: "Failed to decline quote",
  payment: "Failed to record payment",
};

/**
 * What a customer can do at a link. The document is read again whatever came of it: someone else may
 * have decided first, and then that is what shows.
 */
export function useCustomerDeed(kind: Kind, token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (request: Deed) =>
      request.deed === "payment"
        ? post(publicAddress(kind, token, "/payment"), { method: request.method })
        : post(publicAddress(kind, token, `/${request.deed}`)),
    onError: (error, { deed }) => console.error(FAILURES[deed], error),
    onSettled: () => client.invalidateQueries({ queryKey: publicKeys.one(kind, token) }),
  });
}
