import { defaultRangeExtractor, type Range, useWindowVirtualizer } from "@tanstack/react-virtual";
import { type FocusEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

/** A list of so many rows stands in the page whole: the browser's own search finds everything in it. */
const VIRTUAL_FROM_ROWS = 150;
/** Rows beside those that are seen, so that a flick and the tab key find something there. */
const OVERSCAN_ROWS = 12;

export interface PlacedRow<Row> {
  row: Row;
  /** Its place among all. */
  index: number;
}

/**
 * The rows of a long list that are near what is seen, with the room that the others take before and after them. The
 * row that has the focus stays, with those beside it, wherever the page is scrolled to; printed, all of them are there.
 */
export function useVirtualRows<Row>(
  rows: Row[],
  getKey: (row: Row) => string,
  isLong: boolean,
  height: number,
) {
  const holder = useRef<HTMLElement | null>(null);
  const [top, setTop] = useState(0);
  const [focused, setFocused] = useState<number | null>(null);
  const isPrinting = useIsPrinting();
  const isVirtual = isLong && !isPrinting && rows.length > VIRTUAL_FROM_ROWS;
  useLayoutEffect(() => {
    if (!isVirtual || !holder.current) return;
    const now = Math.round(holder.current.getBoundingClientRect().top + window.scrollY);
    setTop((before) => (Math.abs(before - now) > 1 ? now : before));
  }, [isVirtual]);
  const virtual = useWindowVirtualizer({
    count: isVirtual ? rows.length : 0,
    estimateSize: () => height,
    overscan: OVERSCAN_ROWS,
    scrollMargin: top,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : getKey(row);
    },
    rangeExtractor: (range: Range) => {
      const nearRange = defaultRangeExtractor(range);
      if (focused === null) return nearRange;
      // With its neighbours: the tab key finds them there, however fast it is pressed.
      const focusedNeighbours = [focused - 1, focused, focused + 1].filter(
        (at) => at >= 0 && at < rows.length,
      );
      return [...new Set([...nearRange, ...focusedNeighbours])].sort((one, other) => one - other);
    },
  });
  const onFocus = useCallback((event: FocusEvent) => {
    const row = (event.target as Element).closest<HTMLElement>("[data-index]");
    setFocused(row ? Number(row.dataset.index) : null);
  }, []);
  if (!isVirtual) {
    const placed = rows.map((row, index): PlacedRow<Row> => ({ row, index }));
    return {
      holder,
      placed,
      before: 0,
      after: 0,
      gaps: new Map<number, number>(),
      measure: undefined,
      onFocus,
    };
  }
  const items = virtual.getVirtualItems();
  const placed = items.flatMap(({ index }): PlacedRow<Row>[] => {
    const row = rows[index];
    return row === undefined ? [] : [{ row, index }];
  });
  const first = items[0];
  const last = items[items.length - 1];
  /** The room between a focused row that stayed and its neighbours, before the row of this index. */
  const gaps = new Map<number, number>();
  for (let at = 1; at < items.length; at += 1) {
    const [one, other] = [items[at - 1], items[at]];
    if (one && other && other.start - one.end > 1) gaps.set(other.index, other.start - one.end);
  }
  return {
    holder,
    placed,
    before: first ? first.start - top : 0,
    after: last ? virtual.getTotalSize() - (last.end - top) : 0,
    gaps,
    measure: virtual.measureElement,
    onFocus,
  };
}

/** Whether the page is being printed. */
function useIsPrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    // The paper is laid out as soon as the listeners have been called.
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    addEventListener("beforeprint", begin);
    addEventListener("afterprint", end);
    return () => {
      removeEventListener("beforeprint", begin);
      removeEventListener("afterprint", end);
    };
  }, []);
  return printing;
}
