import { memo, type ReactNode, type SyntheticEvent } from "react";
import { Link } from "react-router";
import { cx } from "./cx";
import { type Column, columnVisibility, type Selection } from "./table";
import { RowCheckbox } from "./table-parts";

interface TableRowProps<Row> {
  row: Row;
  columns: Column<Row>[];
  to?: (row: Row) => string;
  rowActions?: (row: Row) => ReactNode;
  selection?: Selection<Row>;
  /** Its place among all, of a long list. */
  index?: number;
  /** The room before it of rows that do not stand in the page. */
  gap: number;
  measure?: (row: HTMLElement | null) => void;
}

/** A row of a table. Drawn anew only when something of it changes: a page that is scrolled draws new rows alone. */
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

/** The room of rows that do not stand in the page. */
export function SpacerRow({ height, width }: { height: number; width: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td colSpan={width} style={{ height, padding: 0 }} />
    </tr>
  );
}

/** Gives a row's link, which lies over the whole row, what the row does not show whole: `data-whole`, or a cell's text. */
function setTitleForCutText({ currentTarget: row }: SyntheticEvent<HTMLTableRowElement>) {
  const link = row.querySelector("a");
  if (!link) return;
  const cut = [...row.querySelectorAll<HTMLElement>("td, [data-whole]")].filter(
    (one) => one.scrollWidth > one.clientWidth || (one.dataset.whole && one.scrollHeight > one.clientHeight),
  );
  link.title = cut.map((one) => one.dataset.whole ?? one.textContent).join("\n");
}
