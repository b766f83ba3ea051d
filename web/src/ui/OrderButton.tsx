import { ArrowUpDown } from "lucide-react";
import { cx } from "./cx";
import type { Sorting, Way } from "./DataTable";

/** An order that a list may be in, in words. */
export interface OfferedOrder {
  /** A column's id, or empty for the list's own order. */
  sort: string;
  order: Way;
  label: string;
}

/** The order of a list on a phone, whose cards have no heads to press: the platform's own picker. */
export function OrderButton({ offered, sorting }: { offered: OfferedOrder[]; sorting: Sorting }) {
  const at = offered.findIndex(
    ({ sort, order }) => sort === (sorting.by ?? "") && (sort === "" || order === sorting.way),
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
        value={at}
        onChange={(event) => {
          const chosen = offered[Number(event.target.value)];
          if (chosen) sorting.onSort(chosen.sort, chosen.order);
        }}
        className="absolute -inset-px cursor-pointer appearance-none rounded-md text-base text-body opacity-0"
      >
        {offered.map(({ label }, place) => (
          <option key={label} value={place}>
            {label}
          </option>
        ))}
      </select>
    </span>
  );
}
