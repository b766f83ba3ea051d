import { useCallback, useEffect, useInsertionEffect, useRef, useState } from "react";

/** Enough rows to fill a tall screen several times. */
const ROWS_PER_STEP = 100;

/**
 * The first rows of a long list, and more as the reader nears the end, so that thousands are never rendered
 * at once. `end` is a ref for an element after the last row; null if every row is shown.
 */
export function useGrowingRows<Row>(rows: Row[]) {
  const [limit, setMost] = useState(ROWS_PER_STEP);
  const endRef = (node: Element | null) => {
    if (!node) return;
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) setMost((before) => before + ROWS_PER_STEP);
      },
      { rootMargin: "1200px" },
    );
    observer.observe(node);
    return () => observer.disconnect();
  };
  return { visible: rows.slice(0, limit), end: rows.length > limit ? endRef : null };
}

/** A hidden window doesn't paint frames, so run the action after this many milliseconds anyway. */
const LONGEST_WAIT = 200;

/** Runs an action after the next frame is painted; returns a function that cancels it. */
export function runAfterPaint(action: () => void): () => void {
  let timer = setTimeout(action, LONGEST_WAIT);
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = setTimeout(action);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** The typed text, once typing has paused for that many milliseconds; until then the previous text. */
export function useDebouncedText(typed: string, pause: number): string {
  const [debounced, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), pause);
    return () => clearTimeout(timer);
  }, [typed, pause]);
  return debounced;
}

/** A function whose identity never changes and which calls the latest `callback`. For event handlers only. */
export function useStableCallback<Args extends unknown[], Result>(
  callback: (...given: Args) => Result,
): (...given: Args) => Result {
  const latest = useRef(callback);
  useInsertionEffect(() => {
    latest.current = callback;
  });
  return useCallback((...given: Args) => latest.current(...given), []);
}

/**
 * The text of a field whose owner may update a frame late: typed text appears at once and stays until the
 * owner's value changes.
 */
export function useEchoedText(value: string): [string, (typed: string) => void] {
  const [typed, setTyped] = useState<{ text: string; over: string } | null>(null);
  // A later change by the owner wins, even back to an earlier value, as an undo does.
  if (typed !== null && typed.over !== value) setTyped(null);
  const text = typed !== null && typed.over === value ? typed.text : value;
  return [text, (next) => setTyped({ text: next, over: value })];
}
