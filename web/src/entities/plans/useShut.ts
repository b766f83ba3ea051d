import { useRef } from "react";
import { usePlan } from "./usePlan";

/**
 * Whether a page that writes is shut: the plan had lapsed already when it was opened. Where it lapses under the pen the
 * page stays, and keeps what is typed; where there is a plan again it opens. `page` says which one it is.
 */
export function useShut(page: string): boolean {
  const { answer, isStopped } = usePlan();
  const opened = useRef<{ page: string; isStopped: boolean } | null>(null);
  if (answer && opened.current?.page !== page) opened.current = { page, isStopped };
  return isStopped && opened.current?.page === page && opened.current.isStopped;
}
