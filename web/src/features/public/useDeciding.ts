import { type RefObject, useRef, useState } from "react";
import type { Draft } from "../../documents/accepting/draft";
import type { CustomerDeed } from "./mutations";

/** What a customer can say to a quote. */
export type Decision = "accept" | "decline";

/** What was filled in of both answers: whoever reads the quote once more finds it again. */
export interface Kept {
  accept?: Draft;
  reason?: string;
}

/** Which of the two is being asked about, if any. */
export interface Deciding {
  asked: Decision | null;
  /** The version that the page showed when it was asked: the answer is to that one, and to no newer one. */
  version: string;
  /** Whether the page has another version by now. */
  isOutdated: boolean;
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
export function useDeciding(
  version: string,
  canDecide: boolean,
  deed: CustomerDeed,
  lead: () => void,
): Deciding {
  const [asking, setAsking] = useState<{ asked: Decision | null; version: string }>({ asked: null, version });
  const kept = useRef<Kept>({});
  const close = () => setAsking({ asked: null, version });
  if (asking.asked && !canDecide) close();
  return {
    ...asking,
    isOutdated: asking.version !== version,
    kept,
    ask: (asked) => {
      deed.reset();
      setAsking({ asked, version });
    },
    close,
    read: () => {
      close();
      lead();
    },
  };
}
