import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError, getErrorMessage } from "../../api/errors";
import type { AcceptInput } from "../../api/generated/AcceptInput";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { Presentation } from "../../api/generated/Presentation";
import type { PublicPaymentInput } from "../../api/generated/PublicPaymentInput";
import { post } from "../../api/writes";
import { mustReadAgain } from "../../documents/accepting/read";
import { getWrittenApi } from "../../documents/kind";
import { publicPageKeys } from "../../documents/publicPageKeys";

/** What a customer can do at a link. */
export type CustomerAction =
  | { action: "accept"; answer: AcceptInput }
  | { action: "decline"; reason: string }
  | { action: "cancel" }
  | { action: "payment"; body: PublicPaymentInput }
  | { action: "withdraw"; payment: string };

const FAILURES: Record<CustomerAction["action"], string> = {
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
export function useCustomerMutation(kind: DocumentKind, token: string) {
  const client = useQueryClient();
  const mutationKey = [...publicPageKeys.one(kind, token), "deed"];
  const mutation = useMutation({
    mutationKey,
    mutationFn: (request: CustomerAction) => sendCustomerAction(kind, token, request),
    onError: (error, { action }) => console.error(FAILURES[action], error),
    onSettled: () => client.invalidateQueries({ queryKey: publicPageKeys.one(kind, token) }),
  });
  // The second press of a double click comes before the button is drawn as busy.
  const mutate: typeof mutation.mutate = (...args) => {
    if (client.isMutating({ mutationKey }) === 0) mutation.mutate(...args);
  };
  return { ...mutation, mutate };
}

export type CustomerMutation = ReturnType<typeof useCustomerMutation>;

/**
 * What went wrong with a deed whose button the page no longer has: someone else was first, and the document as it is
 * now offers it no more. Told at the top, where the news is.
 */
export function describeLostActionError(
  mutation: CustomerMutation,
  presentation: Presentation,
): string | null {
  const { actions, payments, cancellation } = presentation;
  if (!mutation.isError || isShownByPage(mutation.error)) return null;
  const request = mutation.variables;
  const stillThere = {
    accept: () => actions.accept,
    decline: () => actions.decline,
    cancel: () => cancellation?.cancel ?? false,
    payment: () => actions.pay !== null,
    withdraw: () =>
      payments.some(({ id, withdrawable }) => withdrawable && "payment" in request && id === request.payment),
  };
  return stillThere[request.action]() ? null : getErrorMessage(mutation.error);
}

/** The page of a variation of a closed job says so itself, and what to do. */
const isShownByPage = (error: Error) =>
  error instanceof ApiError && ["job_invoiced", "job_cancelled"].includes(error.code);

/** What is not as it was when it was accepted, where that was refused for it. */
export function describeConflict({ error }: CustomerMutation): string | null {
  return error && mustReadAgain(error) ? error.message : null;
}

/** What is another by now than it was read: the quote, or (`isTotalChanged`) what was agreed of the job that it varies. */
export const formatChangedTitle = (isTotalChanged: boolean): string =>
  `The ${isTotalChanged ? "agreed total" : "quote"} has just changed`;

/** More of that, as far as it is known; with what they had picked that is gone. */
export function describeQuoteChange(
  mutation: CustomerMutation,
  isTotalChanged: boolean,
  lost: string,
): string {
  const message =
    describeConflict(mutation) ??
    (isTotalChanged
      ? "Something else about this job was agreed while you had this open. Please look at the new total before you accept."
      : "The business changed it while you had it open. This is the new version: please read it before you accept.");
  return `${message} ${lost}`.trimEnd();
}

/** What went wrong with this deed, for the place where it is done. */
export function describeActionError(
  mutation: CustomerMutation,
  ...actions: CustomerAction["action"][]
): string | null {
  return mutation.isError && actions.includes(mutation.variables.action)
    ? getErrorMessage(mutation.error)
    : null;
}

/** Whether this deed is under way. */
export function isActionPending(mutation: CustomerMutation, action: CustomerAction["action"]): boolean {
  return mutation.isPending && mutation.variables.action === action;
}

/** Tells the server. Only quotes are accepted, declined and cancelled. */
function sendCustomerAction(kind: DocumentKind, token: string, request: CustomerAction) {
  const params = { token };
  switch (request.action) {
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
      return post(`${getWrittenApi(kind)}/public/{token}/payment`, { params, body: request.body });
    case "withdraw":
      return post(`${getWrittenApi(kind)}/public/{token}/payment/{payment}/withdraw`, {
        params: { token, payment: request.payment },
      });
  }
}
