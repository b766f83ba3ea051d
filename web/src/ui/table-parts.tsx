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

/** The tick box of a row; pressed with Shift, with all rows since the last one that was pressed. */
export function RowCheckbox({
  label,
  checked,
  coversRow = false,
  onToggle,
}: {
  label: string;
  checked: boolean | "indeterminate";
  /** Whether a press anywhere on its row is one on it. */
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
  /** Left out of the table below this width of the window: lg 1024 px, xl 1280 px, 2xl 1536 px. */
  from?: "lg" | "xl" | "2xl";
  /** Its head is a button that sorts by it; the way of the first press. */
  firstDirection?: SortDirection;
}

export type SortDirection = "asc" | "desc";

/** What a table is ordered by: a column's id. None where it is in an order of its own. */
export interface Sorting {
  by: string | null;
  direction: SortDirection;
  /** Empty: in its own order again. */
  onSort: (by: string, direction: SortDirection) => void;
}

/** A row of the table's foot: what it adds up, and the sum under each column that has one. */
export interface FootRow {
  label: string;
  sums: Record<string, ReactNode>;
}

/** What a row says as a card: who and how much; what of it; when, with the status. */
export interface CardLines {
  title: ReactNode;
  amount?: ReactNode;
  /** Under the title, and under the amount: what it is for, and what of the amount it is. */
  note?: ReactNode;
  amountNote?: ReactNode;
  detail?: ReactNode;
  status?: ReactNode;
}

/** Of a list that may be of thousands: only the rows near what is seen stand in the page. */
export interface Windowed {
  /** How many rows there are in all, read or not. */
  total: number;
  /** The reader comes near the last of those that were read. */
  onNearEnd?: () => void;
}

/** Choosing rows, to do something with all of them. */
export interface Selection<Row> {
  has: (row: Row) => boolean;
  /** `reach`: with all rows between this one and the one that was pressed last. */
  onToggle: (row: Row, reach: boolean) => void;
  /** What a row is called to whoever does not see it. */
  name: (row: Row) => string;
  /** Whether every row that was read is chosen, or some. */
  all: boolean | "indeterminate";
  onToggleAll: () => void;
}

/** Classes of a column that is left out on narrow windows. */
export const columnVisibility = {
  lg: "hidden lg:table-cell",
  xl: "hidden xl:table-cell",
  "2xl": "hidden 2xl:table-cell",
};

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
