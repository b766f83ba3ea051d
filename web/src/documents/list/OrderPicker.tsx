import type { Sorting } from "../../ui/DataTable";
import { OrderButton } from "../../ui/OrderButton";
import type { KindWords } from "../kind";
import { type ListOrder, ordersInWords } from "../listOrder";

const orders = (words: KindWords) =>
  ordersInWords({
    customer: "Customer",
    number: "Number",
    date: "Date",
    ...(words.endDateField && { due: words.endDateLabel }),
    ...(words.asks === "balance" && { left: "Left to pay" }),
    total: "Total",
  });

/** What a list is ordered by, in words; nothing where it is in its own order. */
export function orderInWords(words: KindWords, { sort, order }: ListOrder): string | null {
  if (sort === "") return null;
  return orders(words).find((one) => one.sort === sort && one.order === order)?.label ?? null;
}

/** The order of a list on a phone. */
export function OrderPicker({ words, sorting }: { words: KindWords; sorting: Sorting }) {
  return <OrderButton offered={orders(words)} sorting={sorting} />;
}
