// For components with timers: the page's timers stop until the test advances them.
import { act, configure } from "@testing-library/react";
import { onTestFinished, vi } from "vitest";

const { setTimeout: realSetTimeout } = globalThis;
const actGlobals: { IS_REACT_ACT_ENVIRONMENT?: boolean } = globalThis as object;

// Testing Library waits for a timer after each wait; this uses one that is never stopped.
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
 * Stops the timers. Returns a function that advances them by milliseconds; real time doesn't count. The app
 * can't be opened with stopped timers, because its queries wait for timers: stop them afterwards, or render
 * the component alone.
 */
export function stopTimers(): (ms: number) => Promise<void> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(startTimers);
  return async (ms) => {
    await act(() => vi.advanceTimersByTimeAsync(ms));
  };
}

/** Starts the timers again for what follows. */
export const startTimers = (): void => void vi.useRealTimers();
