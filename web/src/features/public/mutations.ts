import { useMutation, useQueryClient } from "@tanstack/react-query";
import { errorMessage } from "../../api/errors";
import type { Kind } from "../../api/generated/Kind";
import type { Presentation } from "../../api/generated/Presentation";
import { post } from "../../api/writes";
import type { Signature } from "./accept/strokes";
import { publicAddress, publicKeys } from "./queries";

/** What a customer can do at a link. */
export type Deed =
  | { deed: "accept"; answer: Acceptance }
  | { deed: "decline"; reason: string }
  | { deed: "payment"; method: string }
  | { deed: "withdraw"; payment: string };

/** What an acceptance says. */
export interface Acceptance {
  name: string;
  signature?: Signature;
  termsAccepted?: true;
  /** The optional lines taken, where there are any to take. */
  selected?: string[];
  /** The version that was on the screen. */
  version: string;
}

const FAILURES: Record<Deed["deed"], string> = {
  accept: "Failed to accept quote",
  decline: "Failed to decline quote",
  payment: "Failed to record payment",
  withdraw: "Failed to take back payment",
};

/**
 * The customer's deeds. The document is read again whatever came of one: someone else may have decided first, and
 * then that is what shows.
 */
export function useCustomerDeed(kind: Kind, token: string) {
  const client = useQueryClient();
  const mutationKey = [...publicKeys.one(kind, token), "deed"];
  const deed = useMutation({
    mutationKey,
    mutationFn: (request: Deed) => {
      const [path, body] = written(request);
      return post(publicAddress(kind, token, path), body);
    },
    onError: (error, { deed }) => console.error(FAILURES[deed], error),
    onSettled: () => client.invalidateQueries({ queryKey: publicKeys.one(kind, token) }),
  });
  // The second press of a double click comes before the button is drawn as busy.
  const mutate: typeof deed.mutate = (...pressed) => {
    if (client.isMutating({ mutationKey }) === 0) deed.mutate(...pressed);
  };
  return { ...deed, mutate };
}

export type CustomerDeed = ReturnType<typeof useCustomerDeed>;

/**
 * What went wrong with a deed whose button the page no longer has: someone else was first, and the document as it is
 * now offers it no more. Told at the top, where the news is.
 */
export function lostProblem(deed: CustomerDeed, { actions, payments }: Presentation): string | null {
  if (!deed.isError) return null;
  const request = deed.variables;
  const stillThere = {
    accept: () => actions.accept,
    decline: () => actions.decline,
    payment: () => actions.pay !== null,
    withdraw: () =>
      payments.some(({ id, withdrawable }) => withdrawable && "payment" in request && id === request.payment),
  };
  return stillThere[request.deed]() ? null : errorMessage(deed.error);
}

/** What went wrong with this deed, for the place where it is done. */
export function problemOf(deed: CustomerDeed, ...deeds: Deed["deed"][]): string | null {
  return deed.isError && deeds.includes(deed.variables.deed) ? errorMessage(deed.error) : null;
}

/** Whether this deed is under way. */
export function isDoing(deed: CustomerDeed, what: Deed["deed"]): boolean {
  return deed.isPending && deed.variables.deed === what;
}

/** Where a deed goes and what it carries. */
function written(request: Deed): [path: string, body: unknown] {
  switch (request.deed) {
    case "accept":
      return ["/accept", request.answer];
    case "decline":
      return ["/decline", request.reason ? { reason: request.reason } : undefined];
    case "payment":
      return ["/payment", { method: request.method }];
    case "withdraw":
      return [`/payment/${encodeURIComponent(request.payment)}/withdraw`, undefined];
  }
}
