import type { ReactNode } from "react";
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
}

const shownFrom = { lg: "hidden lg:table-cell", xl: "hidden xl:table-cell" };

/** What a row says as a two-line card: who and how much; what and when, with the status. */
export interface CardLines {
  title: ReactNode;
  amount?: ReactNode;
  detail?: ReactNode;
  status?: ReactNode;
}

/** A table with 44 px rows and a sticky head on desktop; the same list as two-line cards on phones. */
export function DataTable<Row>({
  label,
  rows,
  rowKey,
  columns,
  card,
  to,
  rowActions,
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
            {rowActions ? <div className="relative -mr-2">{rowActions(row)}</div> : null}
          </li>
        ))}
      </ul>
      <table
        aria-label={label}
        className="hidden w-full table-fixed border-separate border-spacing-0 md:table"
      >
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className={cx(
                  "sticky top-0 z-10 h-11 border-line border-b bg-paper px-3 text-left font-medium text-quiet text-sm first:rounded-tl-lg first:pl-5 last:rounded-tr-lg last:pr-5",
                  column.align === "right" && "text-right",
                  column.width,
                  column.from && shownFrom[column.from],
                )}
              >
                {column.header}
              </th>
            ))}
            {rowActions ? (
              <th scope="col" className="sticky top-0 z-10 w-14 rounded-tr-lg border-line border-b bg-paper">
                <span className="sr-only">Actions</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className="group relative transition-colors hover:bg-canvas">
              {columns.map((column, index) => (
                <td
                  key={column.id}
                  className={cx(
                    "h-11 truncate border-line border-b px-3 first:pl-5 last:pr-5 group-last:border-b-0",
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
      </table>
    </>
  );
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
  return (
    <div className="min-w-0 flex-1">
      <div className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 truncate font-semibold text-ink">{title}</span>
        {lines.amount ? (
          <span className="shrink-0 font-semibold text-ink tabular-nums">{lines.amount}</span>
        ) : null}
      </div>
      {lines.detail || lines.status ? (
        <div className="mt-1 flex items-center justify-between gap-3">
          <span className="min-w-0 truncate text-quiet text-sm">{lines.detail}</span>
          {lines.status}
        </div>
      ) : null}
    </div>
  );
}
