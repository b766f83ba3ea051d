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

/** An answer is about what was read: a sheet that was opened on something else is gone. */
export function useDeciding(read: string, deed: CustomerDeed): Deciding {
  const [asking, setAsking] = useState<{ what: Decision; read: string } | null>(null);
  return {
    asked: asking?.read === read ? asking.what : null,
    ask: (what) => {
      deed.reset();
      setAsking({ what, read });
    },
    close: () => setAsking(null),
  };
}
