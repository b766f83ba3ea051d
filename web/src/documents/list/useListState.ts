import type { ViewQuery } from "../../api/generated/ViewQuery";
import type { Sorting } from "../../ui/DataTable";
import { isAcceptedDate } from "../../ui/date-range";
import { useSearchParams } from "../../ui/useSearchParams";
import { type ListFilter, parseListOrder, parseSortParam, toSortParam } from "../queries";

/** Reads a list's filters and order from the address. */
export function parseFilter(params: URLSearchParams): ListFilter {
  const readText = (name: string) => params.get(name) ?? "";
  // The server accepts no other dates: any other would make the whole list fail.
  const readDay = (name: string) => (isAcceptedDate(readText(name)) ? readText(name) : "");
  return {
    q: readText("q"),
    status: readText("status"),
    archived: params.get("archived") === "true",
    from: readDay("from"),
    to: readDay("to"),
    ...parseListOrder(params),
  };
}

/** The filters in the form that a view stores. */
export function toViewQuery(filter: ListFilter): ViewQuery {
  const { q, status, archived, from, to } = filter;
  return { q: q.trim(), status, archived, from, to, sort: toSortParam(filter) ?? "" };
}

/** The query string for a view. */
export function toSearchParams({ q, status, archived, from, to, sort }: ViewQuery): URLSearchParams {
  const order = parseSortParam(sort);
  const params = new URLSearchParams();
  const values = {
    q,
    status,
    archived: archived ? "true" : "",
    from,
    to,
    sort: order.sort,
    order: order.sort ? order.order : "",
  };
  for (const [name, value] of Object.entries(values)) if (value) params.set(name, value);
  return params;
}

/** A list's filters and order, stored in the address so that going back restores them. */
export function useListState() {
  const [params, setParams] = useSearchParams();
  const filter = parseFilter(params);
  const setFilter = (changed: Record<string, string>) =>
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
    direction: filter.order,
    // A separate history entry, so that going back undoes it.
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
    setFilter,
    sorting,
    /** Applies a view; also a separate history entry. */
    showView: (query: ViewQuery) => setParams(toSearchParams(query)),
    clear: () => setParams({}, { replace: true }),
  };
}
