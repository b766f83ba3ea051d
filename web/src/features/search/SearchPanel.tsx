import { queryOptions, useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { type KeyboardEvent, useDeferredValue, useId, useState } from "react";
import { useNavigate } from "react-router";
import { getErrorMessage } from "../../api/errors";
import { get } from "../../api/requests";
import { StatusBadges } from "../../documents/status/StatusBadges";
import { useRules } from "../../rules/rules";
import { cx } from "../../ui/cx";
import { inputClass } from "../../ui/Field";
import { Money } from "../../ui/Money";
import { ListSkeleton } from "../../ui/Skeleton";
import { ErrorState } from "../../ui/States";
import {
  groupSearchRows,
  parseSearch,
  type SearchCommand,
  type SearchGroup,
  type SearchRow,
} from "./search-rows";

/**
 * Everything that matches the typed words; the latest changes when nothing is typed. While a search runs, the
 * previous results stay.
 */
export const searchQuery = (typed: string) =>
  queryOptions({
    queryKey: ["/api/search", typed],
    queryFn: ({ signal }) => get("/api/search", { query: { q: typed }, signal }),
    staleTime: 0,
    // Not cached for long, since other screens change the records meanwhile.
    gcTime: 60_000,
    placeholderData: (previous) => previous,
  });

/**
 * A search box with results as you type. Arrow keys move through the rows and Enter opens one; by default the
 * first.
 */
export function SearchPanel({
  typed,
  onType,
  commands,
  onGo,
  autoFocus = false,
  className,
}: {
  typed: string;
  onType: (typed: string) => void;
  commands: readonly SearchCommand[];
  /** Called when a row was opened, so that the surrounding dialog closes. */
  onGo?: () => void;
  /** Focuses the box at once: on a page that contains only the search. */
  autoFocus?: boolean;
  className?: string;
}) {
  const navigate = useNavigate();
  const listId = useId();
  const request = parseSearch(useDeferredValue(typed));
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(searchQuery(request.text));
  const groups = groupSearchRows(request, data, commands);
  const rows = groups.flatMap((group) => group.rows);
  const [highlightedId, setHighlightedId] = useState<string | null>(null);
  const at = Math.max(
    0,
    rows.findIndex(({ id }) => id === highlightedId),
  );
  const active = rows[at];
  const rowId = (id: string) => `${listId}-${id}`;
  const openRow = (row: SearchRow) => {
    onGo?.();
    if (row.run) row.run();
    else void navigate(row.to);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const direction = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (direction !== 0 && rows.length > 0) {
      event.preventDefault();
      setHighlightedId(rows[(at + direction + rows.length) % rows.length]?.id ?? null);
    }
    if (event.key === "Enter" && active && !event.nativeEvent.isComposing) {
      event.preventDefault();
      openRow(active);
    }
  };
  const failed = error && !isFetching;
  return (
    <div data-search className={cx("flex min-h-0 flex-col", className)}>
      <div className="relative">
        <Search
          aria-hidden
          size={20}
          strokeWidth={1.75}
          className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-quiet"
        />
        <input
          type="search"
          role="combobox"
          aria-label="Search everything"
          aria-expanded={rows.length > 0}
          aria-controls={rows.length > 0 ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={active ? rowId(active.id) : undefined}
          autoComplete="off"
          // biome-ignore lint/a11y/noAutofocus: people who open a search want to type
          autoFocus={autoFocus}
          enterKeyHint="go"
          placeholder="Customer, number, job, amount…"
          value={typed}
          onChange={(event) => {
            setHighlightedId(null);
            onType(event.target.value);
          }}
          onKeyDown={handleKeyDown}
          className={cx(inputClass, "h-control pl-10 [&::-webkit-search-cancel-button]:hidden")}
        />
      </div>
      <p role="status" className="sr-only">
        {isPlaceholderData || !typed.trim() ? "" : formatResultCount(rows.length)}
      </p>
      <div className="mt-3 flex min-h-0 flex-1 flex-col">
        {failed ? (
          <ErrorState
            title="The search didn’t work"
            message={getErrorMessage(error)}
            onRetry={() => void refetch()}
          />
        ) : !data ? (
          <ListSkeleton rows={4} />
        ) : null}
        {rows.length > 0 ? (
          <div id={listId} role="listbox" aria-label="Results" className="min-h-0 overflow-y-auto">
            {groups.map((group) => (
              <SearchRowGroup key={group.title} group={group} active={active} rowId={rowId} onGo={openRow} />
            ))}
          </div>
        ) : data && !failed ? (
          <p className="px-3 py-6 text-center text-quiet">
            Nothing found for “{typed.trim()}”. Check the spelling, or type the beginning of a word.
          </p>
        ) : null}
      </div>
    </div>
  );
}

const formatResultCount = (count: number) =>
  count === 1 ? "1 result" : count === 0 ? "No results" : `${count} results`;

function SearchRowGroup({
  group,
  active,
  rowId,
  onGo,
}: {
  group: SearchGroup;
  active: SearchRow | undefined;
  rowId: (id: string) => string;
  onGo: (row: SearchRow) => void;
}) {
  const titleId = useId();
  const { dateLong } = useRules();
  const formatHint = ({ date, hint }: SearchRow) =>
    [date && dateLong(date), hint].filter(Boolean).join(" · ");
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options within a listbox
    <div role="group" aria-labelledby={titleId} className="pb-2">
      <div id={titleId} className="px-3 py-1.5 font-semibold text-quiet text-sm">
        {group.title}
      </div>
      {group.rows.map((row) => (
        // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the box, which names the active row
        // biome-ignore lint/a11y/useKeyWithClickEvents: the box's own keys walk and take rows
        <div
          key={row.id}
          id={rowId(row.id)}
          role="option"
          aria-selected={row === active}
          onClick={() => onGo(row)}
          ref={(node) => {
            if (row === active) node?.scrollIntoView({ block: "nearest" });
          }}
          className={cx(
            "flex min-h-12 cursor-pointer flex-wrap items-center justify-end gap-x-3 rounded-md px-3 py-1.5 hover:bg-hover",
            row === active && "bg-hover",
          )}
        >
          <row.icon aria-hidden size={20} strokeWidth={1.75} className="shrink-0 text-quiet" />
          <span className="min-w-0 flex-1 basis-20">
            <span className="line-clamp-2 break-words font-medium text-ink">{row.label}</span>
            {formatHint(row) ? (
              <span className="block truncate text-quiet text-sm">{formatHint(row)}</span>
            ) : null}
          </span>
          <SearchRowAmount row={row} />
        </div>
      ))}
    </div>
  );
}

/** The amount of a row, with its status. */
function SearchRowAmount({ row: { document, price } }: { row: SearchRow }) {
  const { gbp } = useRules();
  if (price) return <Money text={gbp(price)} className="text-ink" />;
  if (!document) return null;
  return (
    <span className="flex shrink-0 flex-col items-end gap-0.5 md:flex-row-reverse md:items-center md:gap-3">
      <Money text={gbp(document.totalAmount)} className="text-ink" />
      <StatusBadges doc={document} displayStatus={document.displayStatus} />
    </span>
  );
}
