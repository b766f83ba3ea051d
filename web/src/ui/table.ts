import type { ReactNode } from "react";

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
