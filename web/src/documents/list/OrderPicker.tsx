import type { Sorting } from "../../ui/DataTable";
import { SortPicker } from "../../ui/OrderButton";
import type { KindInfo } from "../kind";
import { buildOrderOptions, type ListOrder } from "../listOrder";

const buildOrders = (kindInfo: KindInfo) =>
  buildOrderOptions({
    customer: "Customer",
    number: "Number",
    date: "Date",
    ...(kindInfo.endDateField && { due: kindInfo.endDateLabel }),
    ...(kindInfo.requestedPayment === "balance" && { left: "Left to pay" }),
    total: "Total",
  });

/** What a list is ordered by, in words; nothing where it is in its own order. */
export function describeOrder(kindInfo: KindInfo, { sort, order }: ListOrder): string | null {
  if (sort === "") return null;
  return buildOrders(kindInfo).find((one) => one.sort === sort && one.order === order)?.label ?? null;
}

/** The order of a list on a phone. */
export function OrderPicker({ kindInfo, sorting }: { kindInfo: KindInfo; sorting: Sorting }) {
  return <SortPicker options={buildOrders(kindInfo)} sorting={sorting} />;
}
