import { useCallback, useEffect, useInsertionEffect, useRef, useState } from "react";

/** As many rows as fill a tall screen several times over. */
const ROWS_PER_STEP = 100;

/**
 * The first rows of a long list, and more of them as the reader comes near the end, so that thousands never stand in
 * the page at once. `end` is the ref of something after the last row; it is null where every row is shown.
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

/** A window that nobody sees paints no frames. */
const LONGEST_WAIT = 200;

/** Does something once the next frame is painted; answers with the way to stop it. */
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

/** What was typed, once nobody has typed for so many milliseconds; until then what stood before. */
export function useDebouncedText(typed: string, pause: number): string {
  const [debounced, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), pause);
    return () => clearTimeout(timer);
  }, [typed, pause]);
  return debounced;
}

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

/**
 * The text of a field whose owner may come a frame late: what is typed stands in it at once, and for as long as the
 * owner has not moved on from the text that it was typed over.
 */
export function useEchoedText(value: string): [string, (typed: string) => void] {
  const [typed, setTyped] = useState<{ text: string; over: string } | null>(null);
  // What the owner says later counts, also where it comes back to where it was: an undo.
  if (typed !== null && typed.over !== value) setTyped(null);
  const text = typed !== null && typed.over === value ? typed.text : value;
  return [text, (next) => setTyped({ text: next, over: value })];
}
