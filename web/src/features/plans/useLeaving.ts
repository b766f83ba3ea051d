import { useEffect, useState } from "react";

/** Whether the window is on its way to another page. Kept by the browser for the way back, it is here again. */
export function useLeaving(isSentAway: boolean): boolean {
  const [isBack, setBack] = useState(false);
  useEffect(() => {
    const back = ({ persisted }: PageTransitionEvent) => persisted && setBack(true);
    window.addEventListener("pageshow", back);
    return () => window.removeEventListener("pageshow", back);
  }, []);
  return isSentAway && !isBack;
}
