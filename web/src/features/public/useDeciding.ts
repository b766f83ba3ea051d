import { useState } from "react";
import type { CustomerDeed } from "./mutations";

/** What a customer can say to a quote. */
export type Decision = "accept" | "decline";

/** Which of the two is being asked about, if any. */
export interface Deciding {
  asked: Decision | null;
  ask: (what: Decision) => void;
  close: () => void;
}

/** An answer is about the version that was read: a sheet that was opened on another one is gone. */
export function useDeciding(version: string, deed: CustomerDeed): Deciding {
  const [asking, setAsking] = useState<{ what: Decision; version: string } | null>(null);
  return {
    asked: asking?.version === version ? asking.what : null,
    ask: (what) => {
      deed.reset();
      setAsking({ what, version });
    },
    close: () => setAsking(null),
  };
}
