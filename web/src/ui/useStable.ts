import { useCallback, useInsertionEffect, useRef } from "react";

/** One function for as long as the component is there, which does what the last one given does. For events only. */
export function useStable<Given extends unknown[], Answer>(
  deed: (...given: Given) => Answer,
): (...given: Given) => Answer {
  const latest = useRef(deed);
  useInsertionEffect(() => {
    latest.current = deed;
  });
  return useCallback((...given: Given) => latest.current(...given), []);
}
