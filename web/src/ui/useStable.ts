import { useCallback, useInsertionEffect, useRef } from "react";

/** One function for as long as the component is there, which does what the last one given does. For events only. */
export function useStableCallback<Args extends unknown[], Result>(
  callback: (...given: Args) => Result,
): (...given: Args) => Result {
  const latest = useRef(callback);
  useInsertionEffect(() => {
    latest.current = callback;
  });
  return useCallback((...given: Args) => latest.current(...given), []);
}
