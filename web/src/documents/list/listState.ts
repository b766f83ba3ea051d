import { useSearchParams } from "react-router";
import type { ViewQuery } from "../../api/generated/ViewQuery";
import type { Sorting } from "../../ui/DataTable";
import { isSupplied } from "../../ui/supplied";
import { askedOrder, orderOf, orderOfWord } from "../listOrder";
import type { ListFilter } from "../queries";

/** What the address says that a list is narrowed to, and its order. */
export function filterOf(params: URLSearchParams): ListFilter {
  const text = (name: string) => params.get(name) ?? "";
  // The server takes no other: with another the whole list would be an error.
  const day = (name: string) => (isSupplied(text(name)) ? text(name) : "");
  return {
    q: text("q"),
    status: text("status"),
    archived: params.get("archived") === "true",
    from: day("from"),
    to: day("to"),
    ...orderOf(params),
  };
}

/** The same as a view keeps it. */
export function viewQueryOf(filter: ListFilter): ViewQuery {
  const { q, status, archived, from, to } = filter;
  return { q: q.trim(), status, archived, from, to, sort: askedOrder(filter) ?? "" };
}

/** The address of what a view shows. */
export function paramsOf({ q, status, archived, from, to, sort }: ViewQuery): URLSearchParams {
  const order = orderOfWord(sort);
  const params = new URLSearchParams();
  const said = {
    q,
    status,
    archived: archived ? "true" : "",
    from,
    to,
    sort: order.sort,
    order: order.sort ? order.order : "",
  };
  for (const [name, value] of Object.entries(said)) if (value) params.set(name, value);
  return params;
}

/** What a list is narrowed to and its order, kept in the address, so that 'back' keeps it. */
export function useListState() {
  const [params, setParams] = useSearchParams();
  const filter = filterOf(params);
  const narrow = (changed: Record<string, string>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changed)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true },
    );
  const sorting: Sorting = {
    by: filter.sort || null,
    way: filter.order,
    // A step of its own in the history, so that 'back' undoes it.
    onSort: (by, way) =>
      setParams((before) => {
        const next = new URLSearchParams(before);
        if (by === "") {
          next.delete("sort");
          next.delete("order");
        } else {
          next.set("sort", by);
          next.set("order", way);
        }
        return next;
      }),
  };
  return {
    filter,
    narrow,
    sorting,
    /** Shows what a view shows: a step of its own, too. */
    show: (query: ViewQuery) => setParams(paramsOf(query)),
    clear: () => setParams({}, { replace: true }),
  };
}
