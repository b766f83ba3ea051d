import { useRef } from "react";
import { usePlan } from "./usePlan";

/**
 * Whether a page that writes is shut: the plan had lapsed already when it was opened. Where it lapses under the pen the
 * page stays, and keeps what is typed; where there is a plan again it opens. `page` says which one it is.
 */
export function usePageLocked(page: string): boolean {
  const { subscription, isLapsed } = usePlan();
  const openedWith = useRef<{ page: string; isLapsed: boolean } | null>(null);
  if (subscription && openedWith.current?.page !== page) openedWith.current = { page, isLapsed };
  return isLapsed && openedWith.current?.page === page && openedWith.current.isLapsed;
}
