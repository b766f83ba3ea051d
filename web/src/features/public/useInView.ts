import { useEffect, useState } from "react";

/** How much of the window's foot the bar covers: what lies there is not seen. */
export const UNDER_THE_BAR = "0px 0px -96px 0px";

/** Whether an element is in the window, above the bar; the element is handed to what it answers first. */
export function useInView(): [(element: HTMLElement | null) => void, boolean] {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!element) return;
    const watch = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting ?? false), {
      rootMargin: UNDER_THE_BAR,
    });
    watch.observe(element);
    return () => {
      watch.disconnect();
      setSeen(false);
    };
  }, [element]);
  return [setElement, isSeen];
}
