// For tests of components with timers: stops the page's timers until the test advances them.
import { act, configure } from "@testing-library/react";
import { onTestFinished, vi } from "vitest";

const { setTimeout: realSetTimeout } = globalThis;
const actGlobals: { IS_REACT_ACT_ENVIRONMENT?: boolean } = globalThis as object;

// Testing Library ends each wait with a timer, which would never fire once timers are stopped. This one is real.
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
 * Stops the timers and returns a function that advances them by a number of milliseconds. The app can't be
 * opened while they are stopped, because its queries wait for timers: open it before, or render the component
 * alone.
 */
export function stopTimers(): (ms: number) => Promise<void> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(startTimers);
  return async (ms) => {
    await act(() => vi.advanceTimersByTimeAsync(ms));
  };
}

/** Returns to real timers, as each test does when it finishes. */
export const startTimers = (): void => void vi.useRealTimers();
