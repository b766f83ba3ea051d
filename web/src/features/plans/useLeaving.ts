import { useEffect, useState } from "react";

/** Whether the window is on its way to another page. Kept by the browser for the way back, it is here again. */
export function useIsLeavingPage(isRedirecting: boolean): boolean {
  const [isBack, setBack] = useState(false);
  useEffect(() => {
    const handlePageShow = ({ persisted }: PageTransitionEvent) => persisted && setBack(true);
    window.addEventListener("pageshow", handlePageShow);
    return () => window.removeEventListener("pageshow", handlePageShow);
  }, []);
  return isRedirecting && !isBack;
}
