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

/** The actions a customer can take on their page. */
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
 * The customer's actions. The document is refetched after each, whatever the result: someone else may have
 * decided first, and then that is displayed.
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
  // The second click of a double click comes before the button is displayed as busy.
  const mutate: typeof mutation.mutate = (...args) => {
    if (client.isMutating({ mutationKey }) === 0) mutation.mutate(...args);
  };
  return { ...mutation, mutate };
}

export type CustomerMutation = ReturnType<typeof useCustomerMutation>;

/**
 * The error of an action whose button is no longer on the page: someone else was first, and the current
 * document doesn't offer the action any more. Displayed at the top, with the new status.
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

/** Whether the page displays the error anyway: that of a variation of a closed job does, with advice. */
const isShownByPage = (error: Error) =>
  error instanceof ApiError && ["job_invoiced", "job_cancelled"].includes(error.code);

/** What has changed since the customer read it, if that is why the acceptance was refused. */
export function describeConflict({ error }: CustomerMutation): string | null {
  return error && mustReadAgain(error) ? error.message : null;
}

/**
 * A title that says what has changed since it was read: the quote, or (`isTotalChanged`) the agreed total of
 * the job that it varies.
 */
export const formatChangedTitle = (isTotalChanged: boolean): string =>
  `The ${isTotalChanged ? "agreed total" : "quote"} has just changed`;

/** Details of the change, as far as they are known, and whether any of the customer's choices are gone. */
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

/** The error of one of these actions, to be displayed beside its button. */
export function describeActionError(
  mutation: CustomerMutation,
  ...actions: CustomerAction["action"][]
): string | null {
  return mutation.isError && actions.includes(mutation.variables.action)
    ? getErrorMessage(mutation.error)
    : null;
}

/** Whether this action is in progress. */
export function isActionPending(mutation: CustomerMutation, action: CustomerAction["action"]): boolean {
  return mutation.isPending && mutation.variables.action === action;
}

/** Sends an action to the server. Only quotes are accepted, declined and cancelled. */
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

/** A customer's possible decisions about a quote. */
export type QuoteDecision = "accept" | "decline";

/** The input for both decisions, restored for a customer who reads the quote again. */
export interface DecisionDrafts {
  accept?: AcceptanceDraft;
  reason?: string;
}

/**
 * What the customer has read before deciding: the version and, for a variation, the agreed total of its job
 * at that time.
 */
export type ReadVersion = Pick<PublicPage, "version" | "agreed">;

/** The decision being confirmed, if any. */
export interface PendingDecision {
  pending: QuoteDecision | null;
  /** What the page displayed when the decision was started: it applies to that, and to nothing newer. */
  readVersion: ReadVersion;
  /** Whether the page displays something newer by now. */
  isOutdated: boolean;
  /** Whether only the agreed total of its job has changed, and not the variation itself. */
  isTotalChanged: boolean;
  drafts: RefObject<DecisionDrafts>;
  start: (decision: QuoteDecision) => void;
  close: () => void;
  /** Closes the sheet and goes to the changes. */
  showChanges: () => void;
}

/**
 * The state of the decision sheets. A sheet stays open while the business changes the quote, and says so;
 * once no decision is possible any more (`canDecide`) it closes. `leadToChanges` goes to the changes.
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
