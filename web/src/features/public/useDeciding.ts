import { type RefObject, useRef, useState } from "react";
import type { PublicPage } from "../../api/generated/PublicPage";
import type { AcceptanceDraft } from "../../documents/accepting/draft";
import { getReadVersion } from "../../documents/accepting/read";
import type { CustomerMutation } from "./customer-actions";

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
