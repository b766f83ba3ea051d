import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode, Ref } from "react";
import { CardList } from "./CardList";
import { cx } from "./cx";
import { WIDE } from "./device";
import { RowTick } from "./RowTick";
import { Room, TableRow } from "./TableRow";
import {
  type CardLines,
  type Column,
  type FootRow,
  type Selection,
  type Sorting,
  shownFrom,
  type Way,
  type Windowed,
} from "./table";
import { useMediaQuery } from "./useMediaQuery";
import { useWindowed } from "./useWindowed";

export type { CardLines, Column, FootRow, Selection, Sorting, Way, Windowed } from "./table";

/** A row of one line, before it is measured. */
const HEIGHT = 45;

interface Props<Row> {
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
  /** For a list that may be of thousands. */
  windowed?: Windowed;
  /** While rows are chosen: a tick box before each, which lead nowhere then on a phone. */
  selection?: Selection<Row>;
}

/** A table with 44 px rows, a sticky head and foot on desktop; the same list as cards on phones. */
export function DataTable<Row>(props: Props<Row>) {
  const { label, rows, rowKey, card, to, rowActions, windowed, selection } = props;
  const isWide = useMediaQuery(WIDE);
  const cards = <CardList {...{ label, rows, rowKey, card, to, rowActions, windowed, selection }} />;
  return (
    <>
      {/* Of thousands only the one that is seen: the other would be laid out for nobody. */}
      {windowed && isWide ? null : cards}
      {windowed && !isWide ? null : <WideTable {...props} />}
      {windowed?.onNearEnd ? <NearEnd key={rows.length} onNear={windowed.onNearEnd} /> : null}
    </>
  );
}

/** After the last row that was read: asks for more before the reader is there. */
function NearEnd({ onNear }: { onNear: () => void }) {
  const watch = (node: Element | null) => {
    if (!node) return;
    const nearing = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) onNear();
      },
      { rootMargin: "1500px" },
    );
    nearing.observe(node);
    return () => nearing.disconnect();
  };
  return <div ref={watch} aria-hidden />;
}

function WideTable<Row>({
  label,
  rows,
  rowKey,
  columns,
  to,
  rowActions,
  sorting,
  foot = [],
  windowed,
  selection,
}: Props<Row>) {
  const near = useWindowed(rows, rowKey, windowed !== undefined, HEIGHT);
  const width = columns.length + (rowActions ? 1 : 0) + (selection ? 1 : 0);
  return (
    <table
      aria-label={label}
      aria-rowcount={windowed && windowed.total + 1}
      className="hidden w-full table-fixed border-separate border-spacing-0 text-sm md:table 2xl:text-base"
    >
      <thead>
        <tr aria-rowindex={windowed && 1}>
          {selection ? (
            <th
              scope="col"
              className="sticky top-0 z-10 w-12 rounded-tl-lg border-line border-b bg-paper pl-2"
            >
              <RowTick
                label="Choose all that are shown"
                checked={selection.all}
                onToggle={selection.onToggleAll}
              />
            </th>
          ) : null}
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
      <tbody ref={near.holder as Ref<HTMLTableSectionElement>} onFocus={windowed && near.onFocus}>
        <Room height={near.before} width={width} />
        {near.placed.map(({ row, index }) => (
          <TableRow
            key={rowKey(row)}
            {...{ row, columns, to, rowActions, selection }}
            index={windowed ? index : undefined}
            gap={near.gaps.get(index) ?? 0}
            measure={near.measure}
          />
        ))}
        <Room height={near.after} width={width} />
      </tbody>
      {foot.length > 0 ? (
        // Sticks as one, so that its rows need no offsets of their own.
        <tfoot className="sticky bottom-0 z-10">
          {foot.map((sums) => (
            <tr key={sums.label} className="group">
              {selection ? (
                <td className="border-line bg-paper group-first:border-t group-last:rounded-bl-lg" />
              ) : null}
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
