import { ArrowUpDown } from "lucide-react";
import { cx } from "./cx";
import type { SortDirection, Sorting } from "./DataTable";

/** An order that a list can be in, with its label. */
export interface SortOption {
  /** A column's id, or empty for the list's default order. */
  sort: string;
  order: SortDirection;
  label: string;
}

/**
 * Chooses the order of a list on a phone, where cards have no headings to press. Uses the platform's own
 * picker.
 */
export function SortPicker({ options, sorting }: { options: SortOption[]; sorting: Sorting }) {
  const selectedIndex = options.findIndex(
    ({ sort, order }) => sort === (sorting.by ?? "") && (sort === "" || order === sorting.direction),
  );
  return (
    <span
      className={cx(
        "relative flex h-control w-control shrink-0 items-center justify-center rounded-md border md:hidden",
        "has-focus-visible:outline-2 has-focus-visible:outline-ink has-focus-visible:outline-offset-2",
        sorting.by === null ? "border-line-strong/60 bg-paper text-quiet" : "border-ink bg-ink text-paper",
      )}
    >
      <ArrowUpDown aria-hidden size={20} strokeWidth={1.75} />
      <select
        aria-label="Order"
        value={selectedIndex}
        onChange={(event) => {
          const chosen = options[Number(event.target.value)];
          if (chosen) sorting.onSort(chosen.sort, chosen.order);
        }}
        className="absolute -inset-px cursor-pointer appearance-none rounded-md text-base text-body opacity-0"
      >
        {options.map(({ label }, place) => (
          <option key={label} value={place}>
            {label}
          </option>
        ))}
      </select>
    </span>
  );
}
