import { ArrowUpDown } from "lucide-react";
import { cx } from "../../ui/cx";
import type { Sorting } from "../../ui/DataTable";
import type { KindWords } from "../kind";
import { type ListOrder, ordersInWords } from "../listOrder";

const orders = (words: KindWords) =>
  ordersInWords({
    customer: "Customer",
    number: "Number",
    date: "Date",
    due: words.endDateLabel,
    ...(words.asks === "balance" && { left: "Left to pay" }),
    total: "Total",
  });

/** What a list is ordered by, in words; nothing where it is in its own order. */
export function orderInWords(words: KindWords, { sort, order }: ListOrder): string | null {
  if (sort === "") return null;
  return orders(words).find((one) => one.sort === sort && one.order === order)?.label ?? null;
}

/** The order of a list on a phone, whose cards have no heads to press: the platform's own picker. */
export function OrderPicker({ words, sorting }: { words: KindWords; sorting: Sorting }) {
  const offered = orders(words);
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
