import { useState } from "react";

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
