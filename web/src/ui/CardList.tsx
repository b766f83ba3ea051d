import { ChevronRight } from "lucide-react";
import { memo, type ReactNode, type Ref } from "react";
import { Link } from "react-router";
import { cx } from "./cx";
import { type CardLines, RowCheckbox, type Selection, useVirtualRows, type Windowed } from "./table-parts";

/** The estimated height of a card of three lines, used until it is measured. */
const CARD_HEIGHT = 96;

/** The rows of a table as cards, on phones. */
export function CardList<Row>({
  label,
  rows,
  rowKey,
  card,
  to,
  rowActions,
  windowed,
  selection,
}: {
  label: string;
  rows: Row[];
  rowKey: (row: Row) => string;
  card: (row: Row) => CardLines;
  to?: (row: Row) => string;
  rowActions?: (row: Row) => ReactNode;
  windowed?: Windowed;
  selection?: Selection<Row>;
}) {
  const virtual = useVirtualRows(rows, rowKey, windowed !== undefined, CARD_HEIGHT);
  return (
    <ul
      ref={virtual.holder as Ref<HTMLUListElement>}
      aria-label={label}
      onFocus={windowed && virtual.onFocus}
      className="divide-y divide-line md:hidden"
      style={{ paddingTop: virtual.before || undefined, paddingBottom: virtual.after || undefined }}
    >
      {virtual.placed.map(({ row, index }) => (
        <RowCard
          key={rowKey(row)}
          {...{ row, card, to, rowActions, selection }}
          index={windowed ? index : undefined}
          total={windowed?.total}
          gap={virtual.gaps.get(index)}
          measure={virtual.measure}
        />
      ))}
    </ul>
  );
}

interface RowCardProps<Row> {
  row: Row;
  card: (row: Row) => CardLines;
  to?: (row: Row) => string;
  rowActions?: (row: Row) => ReactNode;
  selection?: Selection<Row>;
  /** In a long list: the row's index and the total number of rows. */
  index?: number;
  total?: number;
  gap?: number;
  measure?: (row: HTMLElement | null) => void;
}

/** Memoised, so that scrolling renders only new cards. */
const RowCard = memo(RowCardContent) as typeof RowCardContent;

function RowCardContent<Row>({
  row,
  card,
  to,
  rowActions,
  selection,
  index,
  total,
  gap,
  measure,
}: RowCardProps<Row>) {
  return (
    <li
      ref={measure}
      data-index={index}
      aria-setsize={total}
      aria-posinset={index === undefined ? undefined : index + 1}
      style={{ marginTop: gap }}
      className={cx(
        "relative flex min-h-16 items-center gap-2 px-4 py-3 active:bg-canvas",
        selection?.has(row) && "bg-hover",
      )}
    >
      {selection && (
        <div className="-ml-2">
          <RowCheckbox
            coversRow
            label={`Choose ${selection.name(row)}`}
            checked={selection.has(row)}
            onToggle={(isRange) => selection.onToggle(row, isRange)}
          />
        </div>
      )}
      <CardText lines={card(row)} to={selection ? undefined : to?.(row)} />
      {/* Every card ends with a column of this width without an amount, because the floating 'New' button
          covers it. */}
      {selection ? null : rowActions ? (
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
  );
}

function CardText({ lines, to }: { lines: CardLines; to?: string }) {
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
        <span className="line-clamp-4 min-w-20 flex-1 break-words font-semibold text-ink">{title}</span>
        {amount ? (
          <span className="ml-auto shrink-0 font-semibold text-ink tabular-nums">{amount}</span>
        ) : null}
      </div>
      {note || amountNote ? (
        <div className="mt-0.5 flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
          <span className="line-clamp-4 min-w-20 flex-1 basis-28 break-words">{note}</span>
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
