import { defaultRangeExtractor, type Range, useWindowVirtualizer } from "@tanstack/react-virtual";
import { Check, Minus } from "lucide-react";
import { Checkbox as Radix } from "radix-ui";
import {
  type FocusEvent,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";

/** The tick box of a row. With Shift, it selects all rows since the last one that was pressed. */
export function RowCheckbox({
  label,
  checked,
  coversRow = false,
  onToggle,
}: {
  label: string;
  checked: boolean | "indeterminate";
  /** Whether pressing anywhere on the row ticks the box. */
  coversRow?: boolean;
  onToggle: (isRange: boolean) => void;
}) {
  const shift = useRef(false);
  return (
    <Radix.Root
      aria-label={label}
      checked={checked}
      onClick={(event: MouseEvent) => {
        shift.current = event.shiftKey;
      }}
      onCheckedChange={() => onToggle(shift.current)}
      className={`group relative flex size-11 shrink-0 items-center justify-center rounded-md md:pointer-fine:size-9 ${coversRow ? "static! after:absolute after:inset-0" : ""}`}
    >
      <span className="flex size-5.5 items-center justify-center rounded-sm border border-line-strong bg-paper text-paper transition-colors group-data-[state=checked]:border-ink group-data-[state=checked]:bg-ink group-data-[state=indeterminate]:border-ink group-data-[state=indeterminate]:bg-ink">
        <Radix.Indicator>
          {checked === "indeterminate" ? (
            <Minus aria-hidden size={14} strokeWidth={3} />
          ) : (
            <Check aria-hidden size={14} strokeWidth={3} />
          )}
        </Radix.Indicator>
      </span>
    </Radix.Root>
  );
}

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: "right";
  /** A width class for the column ('w-32'). */
  width?: string;
  /** Hidden below this window width: lg 1024 px, xl 1280 px, 2xl 1536 px. */
  from?: "lg" | "xl" | "2xl";
  /** Makes the heading a button that sorts by this column; the direction of the first press. */
  firstDirection?: SortDirection;
}

export type SortDirection = "asc" | "desc";

/** What a table is sorted by: a column's id, or null for its default order. */
export interface Sorting {
  by: string | null;
  direction: SortDirection;
  /** An empty `by` restores the default order. */
  onSort: (by: string, direction: SortDirection) => void;
}

/** A row of the table's foot: its label, and the sums by column. */
export interface FootRow {
  label: string;
  sums: Record<string, ReactNode>;
}

/** A row's content as a card: customer and amount; a note on each; then the date and status. */
export interface CardLines {
  title: ReactNode;
  amount?: ReactNode;
  /** Notes under the title and under the amount. */
  note?: ReactNode;
  amountNote?: ReactNode;
  detail?: ReactNode;
  status?: ReactNode;
}

/** For a list that may have thousands of rows: only the rows near the visible part are rendered. */
export interface Windowed {
  /** The total number of rows, loaded or not. */
  total: number;
  /** Called when the reader nears the last loaded row. */
  onNearEnd?: () => void;
}

/** Selecting rows for a bulk action. */
export interface Selection<Row> {
  has: (row: Row) => boolean;
  /** `reach`: also all rows between this one and the last one that was pressed. */
  onToggle: (row: Row, reach: boolean) => void;
  /** The row's name for screen readers. */
  name: (row: Row) => string;
  /** Whether all loaded rows are selected, or some. */
  all: boolean | "indeterminate";
  onToggleAll: () => void;
}

/** The classes of columns that are hidden in narrow windows. */
export const columnVisibility = {
  lg: "hidden lg:table-cell",
  xl: "hidden xl:table-cell",
  "2xl": "hidden 2xl:table-cell",
};

/** A list shorter than this is rendered whole, so that the browser's own search finds everything in it. */
const VIRTUAL_FROM_ROWS = 150;
/** Extra rows rendered around the visible ones, so that fast scrolling and the tab key find something. */
const OVERSCAN_ROWS = 12;

export interface PlacedRow<Row> {
  row: Row;
  /** The index among all rows. */
  index: number;
}

/**
 * The rows of a long list near the visible part, with the height of the others before and after them. The
 * focused row and its neighbours stay rendered wherever the page is scrolled to. For printing, all rows are
 * rendered.
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
      // With its neighbours, so that the tab key finds them however fast it is pressed.
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
  /**
   * The gaps between a focused row that stayed rendered and its neighbours, by the index of the row after the
   * gap.
   */
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
    // The page is laid out for printing as soon as the listeners have returned, so render synchronously.
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
