import { useEffect } from "react";
import { useLocation } from "react-router";

/** A new page starts at its top, whatever the last one was scrolled to. */
export function useTopOfPage(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (pathname) window.scrollTo(0, 0);
  }, [pathname]);
}
