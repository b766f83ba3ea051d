import { useState } from "react";

/** As many rows as fill a tall screen several times over. */
const STEP = 100;

/**
 * The first rows of a long list, and more of them as the reader comes near the end, so that thousands never stand in
 * the page at once. `end` is the ref of something after the last row; it is null where every row is shown.
 */
export function useGrowing<Row>(rows: Row[]) {
  const [most, setMost] = useState(STEP);
  const end = (node: Element | null) => {
    if (!node) return;
    const nearing = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) setMost((before) => before + STEP);
      },
      { rootMargin: "1200px" },
    );
    nearing.observe(node);
    return () => nearing.disconnect();
  };
  return { shown: rows.slice(0, most), end: rows.length > most ? end : null };
}
