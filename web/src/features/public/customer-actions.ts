import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useRef, useState } from "react";
import { ApiError, getErrorMessage } from "../../api/errors";
import type { AcceptInput } from "../../api/generated/AcceptInput";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { Presentation } from "../../api/generated/Presentation";
import type { PublicPage } from "../../api/generated/PublicPage";
import type { PublicPaymentInput } from "../../api/generated/PublicPaymentInput";
import { post } from "../../api/requests";
import type { AcceptanceDraft } from "../../documents/accepting/AcceptForm";
import { getReadVersion, mustReadAgain } from "../../documents/accepting/acceptance";
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

/** What a customer can say to a quote. */
export type QuoteDecision = "accept" | "decline";

/** What was filled in of both answers: whoever reads the quote once more finds it again. */
export interface DecisionDrafts {
  accept?: AcceptanceDraft;
  reason?: string;
}

/** What is read before it is answered: the version and, of a variation, what was agreed of its job by then. */
export type ReadVersion = Pick<PublicPage, "version" | "agreed">;

/** Which of the two is being asked about, if any. */
export interface PendingDecision {
  pending: QuoteDecision | null;
  /** What the page showed when it was asked: the answer is to that, and to nothing newer. */
  readVersion: ReadVersion;
  /** Whether the page shows something else by now. */
  isOutdated: boolean;
  /** Whether that is what was agreed of its job, and the variation itself says the same. */
  isTotalChanged: boolean;
  drafts: RefObject<DecisionDrafts>;
  start: (decision: QuoteDecision) => void;
  close: () => void;
  /** Leaves the question, for what is new. */
  showChanges: () => void;
}

/**
 * A sheet stays open while the business changes the quote, and says so itself; once there is nothing to decide any more
 * (`canDecide`) it is gone. `leadToChanges` leads to what is new.
 */
export function usePendingDecision(
  page: ReadVersion,
  canDecide: boolean,
  mutation: CustomerMutation,
  leadToChanges: () => void,
): PendingDecision {
  const [state, setState] = useState<{ pending: QuoteDecision | null; readVersion: ReadVersion }>({
    pending: null,
    readVersion: page,
  });
  const drafts = useRef<DecisionDrafts>({});
  const close = () => setState({ pending: null, readVersion: page });
  if (state.pending && !canDecide) close();
  return {
    ...state,
    isOutdated: getReadVersion(state.readVersion) !== getReadVersion(page),
    isTotalChanged: state.readVersion.version === page.version && state.readVersion.agreed !== page.agreed,
    drafts,
    start: (pending) => {
      mutation.reset();
      setState({ pending, readVersion: page });
    },
    close,
    showChanges: () => {
      close();
      leadToChanges();
    },
  };
}
