import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError, errorMessage } from "../../api/errors";
import type { AcceptInput } from "../../api/generated/AcceptInput";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { Presentation } from "../../api/generated/Presentation";
import type { PublicPaymentInput } from "../../api/generated/PublicPaymentInput";
import { post } from "../../api/writes";
import { mustReadAgain } from "../../documents/accepting/read";
import { writtenApi } from "../../documents/kind";
import { publicKeys } from "../../documents/publicKeys";

/** What a customer can do at a link. */
export type Deed =
  | { deed: "accept"; answer: AcceptInput }
  | { deed: "decline"; reason: string }
  | { deed: "cancel" }
  | { deed: "payment"; body: PublicPaymentInput }
  | { deed: "withdraw"; payment: string };

const FAILURES: Record<Deed["deed"], string> = {
  accept: "Failed to accept quote",
  decline: "Failed to decline quote",
  cancel: "Failed to cancel the job",
  payment: "Failed to record payment",
  withdraw: "Failed to take back payment",
};

/**
 * The customer's deeds. The document is read again whatever came of one: someone else may have decided first, and
 * then that is what shows.
 */
export function useCustomerDeed(kind: DocumentKind, token: string) {
  const client = useQueryClient();
  const mutationKey = [...publicKeys.one(kind, token), "deed"];
  const deed = useMutation({
    mutationKey,
    mutationFn: (request: Deed) => written(kind, token, request),
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
export function lostProblem(deed: CustomerDeed, shown: Presentation): string | null {
  const { actions, payments, cancellation } = shown;
  if (!deed.isError || isSaidByPage(deed.error)) return null;
  const request = deed.variables;
  const stillThere = {
    accept: () => actions.accept,
    decline: () => actions.decline,
    cancel: () => cancellation?.cancel ?? false,
    payment: () => actions.pay !== null,
    withdraw: () =>
      payments.some(({ id, withdrawable }) => withdrawable && "payment" in request && id === request.payment),
  };
  return stillThere[request.deed]() ? null : errorMessage(deed.error);
}

/** The page of a variation of a closed job says so itself, and what to do. */
const isSaidByPage = (error: Error) =>
  error instanceof ApiError && ["job_invoiced", "job_cancelled"].includes(error.code);

/** What is not as it was when it was accepted, where that was refused for it. */
export function changedProblem({ error }: CustomerDeed): string | null {
  return error && mustReadAgain(error) ? error.message : null;
}

/** What is another by now than it was read: the quote, or (`isTotal`) what was agreed of the job that it varies. */
export const changedTitle = (isTotal: boolean): string =>
  `The ${isTotal ? "agreed total" : "quote"} has just changed`;

/** More of that, as far as it is known; with what they had picked that is gone. */
export function changedWords(deed: CustomerDeed, isTotal: boolean, lost: string): string {
  const words =
    changedProblem(deed) ??
    (isTotal
      ? "Something else about this job was agreed while you had this open. Please look at the new total before you accept."
      : "The business changed it while you had it open. This is the new version: please read it before you accept.");
  return `${words} ${lost}`.trimEnd();
}

/** What went wrong with this deed, for the place where it is done. */
export function problemOf(deed: CustomerDeed, ...deeds: Deed["deed"][]): string | null {
  return deed.isError && deeds.includes(deed.variables.deed) ? errorMessage(deed.error) : null;
}

/** Whether this deed is under way. */
export function isDoing(deed: CustomerDeed, what: Deed["deed"]): boolean {
  return deed.isPending && deed.variables.deed === what;
}

/** Tells the server. Only quotes are accepted, declined and cancelled. */
function written(kind: DocumentKind, token: string, request: Deed) {
  const params = { token };
  switch (request.deed) {
    case "accept":
      return post("/api/quotes/public/{token}/accept", { params, body: request.answer });
    case "decline":
      return post("/api/quotes/public/{token}/decline", {
        params,
        body: request.reason ? { reason: request.reason } : undefined,
      });
    case "cancel":
      return post("/api/quotes/public/{token}/cancel", { params });
    case "payment":
      return post(`${writtenApi(kind)}/public/{token}/payment`, { params, body: request.body });
    case "withdraw":
      return post(`${writtenApi(kind)}/public/{token}/payment/{payment}/withdraw`, {
        params: { token, payment: request.payment },
      });
  }
}
