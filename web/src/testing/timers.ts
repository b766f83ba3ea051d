// For components that wait: the page's timers stand still until the test lets time go by.
import { act, configure } from "@testing-library/react";
import { onTestFinished, vi } from "vitest";

const { setTimeout: realSetTimeout } = globalThis;
const actGlobals: { IS_REACT_ACT_ENVIRONMENT?: boolean } = globalThis as object;

// Testing Library waits for a timer of its own after each wait: here for one that never stands still.
configure({
  asyncWrapper: async (work) => {
    const before = actGlobals.IS_REACT_ACT_ENVIRONMENT;
    actGlobals.IS_REACT_ACT_ENVIRONMENT = false;
    try {
      const result = await work();
      await new Promise((resolve) => realSetTimeout(resolve, 0));
      return result;
    } finally {
      actGlobals.IS_REACT_ACT_ENVIRONMENT = before;
    }
  },
});

/**
 * Stops the timers. Answers how to let milliseconds go by; time that passes meanwhile does not count. The app cannot be
 * opened so, as its queries wait for timers: stop them afterwards, or render the component alone.
 */
export function stopTimers(): (ms: number) => Promise<void> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(startTimers);
  return async (ms) => {
    await act(() => vi.advanceTimersByTimeAsync(ms));
  };
}

/** They go by themselves again, for what comes afterwards. */
export const startTimers = (): void => void vi.useRealTimers();
