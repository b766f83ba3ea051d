import { ArrowDown, ArrowUp } from "lucide-react";
import { memo, type ReactNode, type Ref, type SyntheticEvent } from "react";
import { Link } from "react-router";
import { CardList } from "./CardList";
import { cx } from "./cx";
import { WIDE } from "./device";
import {
  type CardLines,
  type Column,
  columnVisibility,
  type FootRow,
  RowCheckbox,
  type Selection,
  type SortDirection,
  type Sorting,
  useVirtualRows,
  type Windowed,
} from "./table-parts";
import { useMediaQuery } from "./useMediaQuery";

interface TableRowProps<Row> {
  row: Row;
  columns: Column<Row>[];
  to?: (row: Row) => string;
  rowActions?: (row: Row) => ReactNode;
  selection?: Selection<Row>;
  /** In a long list: the row's index. */
  index?: number;
  /** The height of the rows before this one that aren't rendered. */
  gap: number;
  measure?: (row: HTMLElement | null) => void;
}

/** A row of a table. Memoised, so that scrolling renders only new rows. */
export const TableRow = memo(TableRowContent) as typeof TableRowContent;

function TableRowContent<Row>({
  row,
  columns,
  to,
  rowActions,
  selection,
  index,
  gap,
  measure,
}: TableRowProps<Row>) {
  const width = columns.length + (rowActions ? 1 : 0) + (selection ? 1 : 0);
  return (
    <>
      <SpacerRow height={gap} width={width} />
      <tr
        ref={measure}
        data-index={index}
        aria-rowindex={index === undefined ? undefined : index + 2}
        onPointerEnter={setTitleForCutText}
        onFocus={setTitleForCutText}
        className={cx("group relative transition-colors hover:bg-canvas", selection?.has(row) && "bg-hover")}
      >
        {selection ? (
          <td className="border-line border-b pl-2 group-last:border-b-0">
            <div className="relative z-1">
              <RowCheckbox
                label={`Choose ${selection.name(row)}`}
                checked={selection.has(row)}
                onToggle={(isRange) => selection.onToggle(row, isRange)}
              />
            </div>
          </td>
        ) : null}
        {columns.map((column, at) => (
          <td
            key={column.id}
            className={cx(
              "h-11 truncate border-line border-b px-2 first:pl-5 last:pr-5 group-last:border-b-0",
              column.align === "right" && "text-right tabular-nums",
              column.from && columnVisibility[column.from],
            )}
          >
            {at === 0 && to ? (
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
    </>
  );
}

/** A spacer for the rows that aren't rendered. */
export function SpacerRow({ height, width }: { height: number; width: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td colSpan={width} style={{ height, padding: 0 }} />
    </tr>
  );
}

/**
 * Gives the link that covers a row a title with the text that is cut off in it: `data-whole`, or the text of
 * a cell.
 */
function setTitleForCutText({ currentTarget: row }: SyntheticEvent<HTMLTableRowElement>) {
  const link = row.querySelector("a");
  if (!link) return;
  const cut = [...row.querySelectorAll<HTMLElement>("td, [data-whole]")].filter(
    (one) => one.scrollWidth > one.clientWidth || (one.dataset.whole && one.scrollHeight > one.clientHeight),
  );
  link.title = cut.map((one) => one.dataset.whole ?? one.textContent).join("\n");
}

export type { Column, FootRow, Selection, SortDirection, Sorting, Windowed } from "./table-parts";

/** The estimated height of a row of one line, used until it is measured. */
const ROW_HEIGHT = 45;

interface DataTableProps<Row> {
  /** Names the list for screen readers. */
  label: string;
  rows: Row[];
  rowKey: (row: Row) => string;
  columns: Column<Row>[];
  card: (row: Row) => CardLines;
  /** Where pressing a row navigates to. */
  to?: (row: Row) => string;
  /** A menu at the end of the row. */
  rowActions?: (row: Row) => ReactNode;
  /** The current sorting, for columns that can be sorted. */
  sorting?: Sorting;
  foot?: FootRow[];
  /** For lists that may have thousands of rows. */
  windowed?: Windowed;
  /** While rows are being selected: a tick box before each row. On a phone, the rows don't navigate then. */
  selection?: Selection<Row>;
}

/** A table with 44 px rows and a sticky head and foot on desktop; the same list as cards on phones. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, rowKey, card, to, rowActions, windowed, selection } = props;
  const isWide = useMediaQuery(WIDE);
  const cards = <CardList {...{ label, rows, rowKey, card, to, rowActions, windowed, selection }} />;
  return (
    <>
      {/* A list of thousands renders only the visible version, because laying out the hidden one is
          expensive. */}
      {windowed && isWide ? null : cards}
      {windowed && !isWide ? null : <WideTable {...props} />}
      {windowed?.onNearEnd ? <EndSentinel key={rows.length} onNear={windowed.onNearEnd} /> : null}
    </>
  );
}

/** After the last loaded row: requests more rows before the reader reaches it. */
function EndSentinel({ onNear }: { onNear: () => void }) {
  const observe = (node: Element | null) => {
    if (!node) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onNear();
      },
      { rootMargin: "1500px" },
    );
    observer.observe(node);
    return () => observer.disconnect();
  };
  return <div ref={observe} aria-hidden />;
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
}: DataTableProps<Row>) {
  const virtual = useVirtualRows(rows, rowKey, windowed !== undefined, ROW_HEIGHT);
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
              <RowCheckbox
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
                sorting?.by === column.id
                  ? sorting.direction === "asc"
                    ? "ascending"
                    : "descending"
                  : undefined
              }
              className={cx(
                "sticky top-0 z-10 h-11 border-line border-b bg-paper px-2 text-left font-medium text-quiet text-sm first:rounded-tl-lg first:pl-5 last:rounded-tr-lg last:pr-5",
                column.align === "right" && "text-right",
                column.width,
                column.from && columnVisibility[column.from],
              )}
            >
              {sorting && column.firstDirection ? (
                <SortButton column={column} firstDirection={column.firstDirection} sorting={sorting} />
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
      <tbody ref={virtual.holder as Ref<HTMLTableSectionElement>} onFocus={windowed && virtual.onFocus}>
        <SpacerRow height={virtual.before} width={width} />
        {virtual.placed.map(({ row, index }) => (
          <TableRow
            key={rowKey(row)}
            {...{ row, columns, to, rowActions, selection }}
            index={windowed ? index : undefined}
            gap={virtual.gaps.get(index) ?? 0}
            measure={virtual.measure}
          />
        ))}
        <SpacerRow height={virtual.after} width={width} />
      </tbody>
      {foot.length > 0 ? (
        // The whole foot is sticky, so that its rows need no offsets.
        <tfoot className="sticky bottom-0 z-10">
          {foot.map((footRow) => (
            <tr key={footRow.label} className="group">
              {selection ? (
                <td className="border-line bg-paper group-first:border-t group-last:rounded-bl-lg" />
              ) : null}
              {columns.map((column, index) => {
                const className = cx(
                  "h-11 whitespace-nowrap border-line bg-paper px-2 font-medium first:pl-5 last:pr-5 group-first:border-t group-last:first:rounded-bl-lg",
                  column.align === "right" ? "text-right tabular-nums" : "text-left",
                  column.from && columnVisibility[column.from],
                );
                return index === 0 ? (
                  // The label spans the columns that have no sum.
                  <th
                    key={column.id}
                    scope="row"
                    className={cx(className, "relative z-10 text-quiet text-sm")}
                  >
                    {footRow.label}
                  </th>
                ) : (
                  <td key={column.id} className={className}>
                    {footRow.sums[column.id]}
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

/** A column's heading that sorts by that column; a second press reverses the order. */
function SortButton<Row>({
  column,
  firstDirection,
  sorting,
}: {
  column: Column<Row>;
  firstDirection: SortDirection;
  sorting: Sorting;
}) {
  const isSorted = sorting.by === column.id;
  const other = sorting.direction === "asc" ? "desc" : "asc";
  const Arrow = sorting.direction === "asc" ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      onClick={() => sorting.onSort(column.id, isSorted ? other : firstDirection)}
      className={cx(
        "-mx-1 inline-flex min-h-9 items-center gap-1 rounded-md px-1 hover:text-ink",
        isSorted && "text-ink",
        column.align === "right" && "flex-row-reverse",
      )}
    >
      {column.header}
      {isSorted ? <Arrow aria-hidden size={14} strokeWidth={2} /> : null}
    </button>
  );
}
