import { useSearchParams } from "react-router";
import type { Sorting } from "../../ui/DataTable";
import type { SortOption } from "../../ui/OrderButton";

/** What the list may be ordered by: ids of its columns, which are the server's words. The latest first without any. */
export const expenseOrders: SortOption[] = [
  { sort: "", order: "asc", label: "Latest first" },
  { sort: "date", order: "asc", label: "Oldest first" },
  { sort: "amount", order: "desc", label: "Amount, highest first" },
  { sort: "amount", order: "asc", label: "Amount, lowest first" },
  { sort: "supplier", order: "asc", label: "Supplier, A to Z" },
  { sort: "createdAt", order: "desc", label: "Last added first" },
];

/** The order that the address asks for, and as the server is asked for it. */
export function useExpensesSorting(): { sorting: Sorting; sort: string } {
  const [params, setParams] = useSearchParams();
  const requestedSort = params.get("sort");
  const by = expenseOrders.some(({ sort }) => sort !== "" && sort === requestedSort) ? requestedSort : null;
  const direction = params.get("order") === "desc" ? "desc" : "asc";
  const sorting: Sorting = {
    by,
    direction,
    onSort: (sort, order) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          next.delete("sort");
          next.delete("order");
          if (sort !== "") {
            next.set("sort", sort);
            next.set("order", order);
          }
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
  };
  return { sorting, sort: by ? `${direction === "desc" ? "-" : ""}${by}` : "" };
}
