import { useEffect, useState } from "react";

/** How much of the window's foot the bar covers: an element behind it isn't in view. */
export const ACTION_BAR_MARGIN = "0px 0px -96px 0px";

/**
 * Whether an element is in the window, above the bar. Returns a ref callback for the element, and the state.
 */
export function useInView(): [(element: HTMLElement | null) => void, boolean] {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [isInView, setInView] = useState(false);
  useEffect(() => {
    if (!element) return;
    const observer = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting ?? false), {
      rootMargin: ACTION_BAR_MARGIN,
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      setInView(false);
    };
  }, [element]);
  return [setElement, isInView];
}
