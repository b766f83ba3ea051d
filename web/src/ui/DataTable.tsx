import { ArrowDown, ArrowUp, ChevronRight } from "lucide-react";
import type { ReactNode, SyntheticEvent } from "react";
import { Link } from "react-router";
import { cx } from "./cx";

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: "right";
  /** A width class for the column ('w-32'). */
  width?: string;
  /** Left out of the table below this width of the window: lg 1024 px, xl 1280 px. */
  from?: "lg" | "xl";
  /** Its head is a button that sorts by it; the way of the first press. */
  sorts?: Way;
}

export type Way = "asc" | "desc";

/** What a table is ordered by: a column's id. None where it is in an order of its own. */
export interface Sorting {
  by: string | null;
  way: Way;
  /** Empty: in its own order again. */
  onSort: (by: string, way: Way) => void;
}

/** A row of the table's foot: what it adds up, and the sum under each column that has one. */
export interface FootRow {
  label: string;
  sums: Record<string, ReactNode>;
}

const shownFrom = { lg: "hidden lg:table-cell", xl: "hidden xl:table-cell" };

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

/** A table with 44 px rows, a sticky head and foot on desktop; the same list as cards on phones. */
export function DataTable<Row>({
  label,
  rows,
  rowKey,
  columns,
  card,
  to,
  rowActions,
  sorting,
  foot = [],
}: {
  /** Names the list for screen readers. */
  label: string;
  rows: Row[];
  rowKey: (row: Row) => string;
  columns: Column<Row>[];
  card: (row: Row) => CardLines;
  /** Where pressing a row leads. */
  to?: (row: Row) => string;
  /** A menu at the row's end. */
  rowActions?: (row: Row) => ReactNode;
  /** For columns that sort. */
  sorting?: Sorting;
  foot?: FootRow[];
}) {
  return (
    <>
      <ul aria-label={label} className="divide-y divide-line md:hidden">
        {rows.map((row) => (
          <li
            key={rowKey(row)}
            className="relative flex min-h-16 items-center gap-2 px-4 py-3 active:bg-canvas"
          >
            <CardRow lines={card(row)} to={to?.(row)} />
            {/* Every card ends with this much that is no amount: 'New' floats over it. */}
            {rowActions ? (
              <div className="relative -mr-2">{rowActions(row)}</div>
            ) : to ? (
              <ChevronRight
                aria-hidden
                size={20}
                strokeWidth={1.75}
                className="-mr-2 w-12 shrink-0 px-3.5 text-quiet"
              />
            ) : null}
          </li>
        ))}
      </ul>
      <table
        aria-label={label}
        className="hidden w-full table-fixed border-separate border-spacing-0 text-sm md:table 2xl:text-base"
      >
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                aria-sort={
                  sorting?.by === column.id ? (sorting.way === "asc" ? "ascending" : "descending") : undefined
                }
                className={cx(
                  "sticky top-0 z-10 h-11 border-line border-b bg-paper px-2 text-left font-medium text-quiet text-sm first:rounded-tl-lg first:pl-5 last:rounded-tr-lg last:pr-5",
                  column.align === "right" && "text-right",
                  column.width,
                  column.from && shownFrom[column.from],
                )}
              >
                {sorting && column.sorts ? (
                  <SortButton column={column} first={column.sorts} sorting={sorting} />
                ) : (
                  column.header
                )}
              </th>
            ))}
            {rowActions ? (
              <th scope="col" className="sticky top-0 z-10 w-12 rounded-tr-lg border-line border-b bg-paper">
                <span className="sr-only">Actions</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              onPointerEnter={sayWhatIsCut}
              onFocus={sayWhatIsCut}
              className="group relative transition-colors hover:bg-canvas"
            >
              {columns.map((column, index) => (
                <td
                  key={column.id}
                  className={cx(
                    "h-11 truncate border-line border-b px-2 first:pl-5 last:pr-5 group-last:border-b-0",
                    column.align === "right" && "text-right tabular-nums",
                    column.from && shownFrom[column.from],
                  )}
                >
                  {index === 0 && to ? (
                    <Link
                      to={to(row)}
                      className="font-medium text-ink after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-ink focus-visible:after:outline-offset-[-2px]"
                    >
                      {column.cell(row)}
                    </Link>
                  ) : (
                    column.cell(row)
                  )}
                </td>
              ))}
              {rowActions ? (
                <td className="border-line border-b pr-2 text-right group-last:border-b-0">
                  <div className="relative inline-flex">{rowActions(row)}</div>
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
        {foot.length > 0 ? (
          // Sticks as one, so that its rows need no offsets of their own.
          <tfoot className="sticky bottom-0 z-10">
            {foot.map((sums) => (
              <tr key={sums.label} className="group">
                {columns.map((column, index) => {
                  const className = cx(
                    "h-11 whitespace-nowrap border-line bg-paper px-2 font-medium first:pl-5 last:pr-5 group-first:border-t group-last:first:rounded-bl-lg",
                    column.align === "right" ? "text-right tabular-nums" : "text-left",
                    column.from && shownFrom[column.from],
                  );
                  return index === 0 ? (
                    // What it says reaches over the columns that have no sum.
                    <th
                      key={column.id}
                      scope="row"
                      className={cx(className, "relative z-10 text-quiet text-sm")}
                    >
                      {sums.label}
                    </th>
                  ) : (
                    <td key={column.id} className={className}>
                      {sums.sums[column.id]}
                    </td>
                  );
                })}
                {rowActions ? (
                  <td className="border-line bg-paper group-first:border-t group-last:rounded-br-lg" />
                ) : null}
              </tr>
            ))}
          </tfoot>
        ) : null}
      </table>
    </>
  );
}

/** Gives a row's link, which lies over the whole row, what the row does not show whole: `data-whole`, or a cell's text. */
function sayWhatIsCut({ currentTarget: row }: SyntheticEvent<HTMLTableRowElement>) {
  const link = row.querySelector("a");
  if (!link) return;
  const cut = [...row.querySelectorAll<HTMLElement>("td, [data-whole]")].filter(
    (one) => one.scrollWidth > one.clientWidth || (one.dataset.whole && one.scrollHeight > one.clientHeight),
  );
  link.title = cut.map((one) => one.dataset.whole ?? one.textContent).join("\n");
}

function CardRow({ lines, to }: { lines: CardLines; to?: string }) {
  const title = to ? (
    <Link
      to={to}
      className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-ink focus-visible:after:outline-offset-[-2px]"
    >
      {lines.title}
    </Link>
  ) : (
    lines.title
  );
  const { amount, amountNote, note, detail, status } = lines;
  return (
    <div className="min-w-0 flex-1">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="line-clamp-2 min-w-20 flex-1 break-words font-semibold text-ink">{title}</span>
        {amount ? (
          <span className="ml-auto shrink-0 font-semibold text-ink tabular-nums">{amount}</span>
        ) : null}
      </div>
      {note || amountNote ? (
        <div className="mt-0.5 flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
          <span className="line-clamp-2 min-w-20 flex-1 break-words">{note}</span>
          {amountNote ? <span className="ml-auto text-quiet tabular-nums">{amountNote}</span> : null}
        </div>
      ) : null}
      {detail || status ? (
        <div className="mt-1 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <span className="min-w-0 break-words text-quiet text-sm">{detail}</span>
          {status}
        </div>
      ) : null}
    </div>
  );
}

/** A column's head that sorts by it; pressed again, the other way. */
function SortButton<Row>({ column, first, sorting }: { column: Column<Row>; first: Way; sorting: Sorting }) {
  const on = sorting.by === column.id;
  const other = sorting.way === "asc" ? "desc" : "asc";
  const Arrow = sorting.way === "asc" ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      onClick={() => sorting.onSort(column.id, on ? other : first)}
      className={cx(
        "-mx-1 inline-flex min-h-9 items-center gap-1 rounded-md px-1 hover:text-ink",
        on && "text-ink",
        column.align === "right" && "flex-row-reverse",
      )}
    >
      {column.header}
      {on ? <Arrow aria-hidden size={14} strokeWidth={2} /> : null}
    </button>
  );
}
