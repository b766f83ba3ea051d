import { type RefObject, useRef, useState } from "react";
import type { PublicPage } from "../../api/generated/PublicPage";
import type { Draft } from "../../documents/accepting/draft";
import { readOf } from "../../documents/accepting/read";
import type { CustomerDeed } from "./mutations";

/** What a customer can say to a quote. */
export type Decision = "accept" | "decline";

/** What was filled in of both answers: whoever reads the quote once more finds it again. */
export interface Kept {
  accept?: Draft;
  reason?: string;
}

/** What is read before it is answered: the version and, of a variation, what was agreed of its job by then. */
export type Read = Pick<PublicPage, "version" | "agreed">;

/** Which of the two is being asked about, if any. */
export interface Deciding {
  asked: Decision | null;
  /** What the page showed when it was asked: the answer is to that, and to nothing newer. */
  of: Read;
  /** Whether the page shows something else by now. */
  isOutdated: boolean;
  /** Whether that is what was agreed of its job, and the variation itself says the same. */
  isTotal: boolean;
  kept: RefObject<Kept>;
  ask: (what: Decision) => void;
  close: () => void;
  /** Leaves the question, for what is new. */
  read: () => void;
}

/**
 * A sheet stays open while the business changes the quote, and says so itself; once there is nothing to decide any more
 * (`canDecide`) it is gone. `lead` leads to what is new.
 */
export function useDeciding(page: Read, canDecide: boolean, deed: CustomerDeed, lead: () => void): Deciding {
  const [asking, setAsking] = useState<{ asked: Decision | null; of: Read }>({ asked: null, of: page });
  const kept = useRef<Kept>({});
  const close = () => setAsking({ asked: null, of: page });
  if (asking.asked && !canDecide) close();
  return {
    ...asking,
    isOutdated: readOf(asking.of) !== readOf(page),
    isTotal: asking.of.version === page.version && asking.of.agreed !== page.agreed,
    kept,
    ask: (asked) => {
      deed.reset();
      setAsking({ asked, of: page });
    },
    close,
    read: () => {
      close();
      lead();
    },
  };
}
