import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { DocumentKind } from "../api/generated/DocumentKind";
import { get } from "../api/requests";
import type { SortDirection } from "../ui/DataTable";
import { KINDS } from "./kind";
import type { StoredDocument } from "./types";

/** The sortable columns of a list, with the server's name for each. */
const SORT_FIELDS = {
  number: "number",
  customer: "contactName",
  date: "issueDate",
  due: "dueDate",
  total: "totalAmount",
  left: "balanceDue",
} as const;

type SortColumn = keyof typeof SORT_FIELDS;

export interface ListOrder {
  sort: SortColumn | "";
  order: SortDirection;
}

/** The labels of both directions for lists without headings; the more usual direction first. */
const ORDER_LABELS: Record<SortColumn, [SortDirection, string, string]> = {
  customer: ["asc", "A to Z", "Z to A"],
  number: ["asc", "lowest first", "highest first"],
  date: ["desc", "latest first", "earliest first"],
  due: ["asc", "soonest first", "latest first"],
  left: ["desc", "highest first", "lowest first"],
  total: ["desc", "highest first", "lowest first"],
};

/**
 * The orders to choose from for these columns; newest first is the default and doesn't belong to a column.
 */
export function buildOrderOptions(
  columns: Partial<Record<SortColumn, string>>,
): (ListOrder & { label: string })[] {
  const newest: ListOrder & { label: string } = { sort: "", order: "asc", label: "Newest first" };
  const named = Object.entries(columns) as [SortColumn, string][];
  return [
    newest,
    ...named.flatMap(([sort, name]) => {
      const [direction, one, other] = ORDER_LABELS[sort];
      const oppositeDirection: SortDirection = direction === "asc" ? "desc" : "asc";
      return [
        { sort, order: direction, label: `${name}, ${one}` },
        { sort, order: oppositeDirection, label: `${name}, ${other}` },
      ];
    }),
  ];
}

/** The order in an address; the default for an unknown column. */
export function parseListOrder(params: URLSearchParams): ListOrder {
  const column = params.get("sort") ?? "";
  const sort = Object.hasOwn(SORT_FIELDS, column) ? (column as SortColumn) : "";
  return { sort, order: params.get("order") === "desc" ? "desc" : "asc" };
}

/** The order as the server's parameter; undefined for newest first. */
export function toSortParam({ sort, order }: ListOrder): string | undefined {
  return sort === "" ? undefined : `${order === "desc" ? "-" : ""}${SORT_FIELDS[sort]}`;
}

/** Parses the server's parameter; newest first if there is no such column. */
export function parseSortParam(sortParam: string): ListOrder {
  const field = sortParam.replace(/^-/, "");
  const column = (Object.keys(SORT_FIELDS) as SortColumn[]).find((column) => SORT_FIELDS[column] === field);
  return { sort: column ?? "", order: column && sortParam.startsWith("-") ? "desc" : "asc" };
}

/** A list's filters and its order. */
export interface ListFilter extends ListOrder {
  q: string;
  status: string;
  archived: boolean;
  /** The first and last issue date, YYYY-MM-DD; empty for no limit. */
  from: string;
  to: string;
}

/** A small first page loads quickly; the others are read as the reader gets near them. */
const FIRST_PAGE = "50";
const NEXT_PAGES = "100";

/** A list's filters and order as query parameters. */
export const toListQuery = (filter: ListFilter) => ({
  q: filter.q.trim(),
  status: filter.status,
  archived: filter.archived ? "true" : undefined,
  from: filter.from,
  to: filter.to,
  sort: toSortParam(filter),
});

/** All queries of a kind share their first key. */
export const documentKeys = {
  all: (kind: DocumentKind) => [KINDS[kind].api] as const,
  lists: (kind: DocumentKind) => [KINDS[kind].api, "list"] as const,
  one: (kind: DocumentKind, id: string) => [KINDS[kind].api, "one", id] as const,
  /** Under the document's key, so that both are refetched together. */
  timeline: (kind: DocumentKind, id: string) => [KINDS[kind].api, "one", id, "timeline"] as const,
};

/** Reads one document in its current state. */
export const readDocument = (kind: DocumentKind, id: string, signal?: AbortSignal): Promise<StoredDocument> =>
  get(`${KINDS[kind].api}/{id}`, { params: { id }, signal });

/** Reads the customer's page of a quote, for signing on the business's own device. */
export const readPublicPage = (token: string, signal?: AbortSignal) =>
  get("/api/quotes/public/{token}", { params: { token }, query: { with: "page" }, signal });

export const documentQueries = {
  list: (kind: DocumentKind, filter: ListFilter) =>
    infiniteQueryOptions({
      queryKey: [...documentKeys.lists(kind), filter],
      queryFn: ({ pageParam, signal }) =>
        get(KINDS[kind].api, {
          query: { ...toListQuery(filter), cursor: pageParam, limit: pageParam ? NEXT_PAGES : FIRST_PAGE },
          signal,
        }),
      initialPageParam: "",
      getNextPageParam: (last) => last.nextCursor ?? undefined,
      placeholderData: (previous) => previous,
    }),
  /** The number of documents in each tab, with the other filters applied. */
  counts: (kind: DocumentKind, filter: ListFilter) => {
    const { status: _, sort: __, ...query } = toListQuery(filter);
    return queryOptions({
      queryKey: [...documentKeys.lists(kind), "counts", query],
      queryFn: ({ signal }) => get(`${KINDS[kind].api}/counts`, { query, signal }),
      placeholderData: (previous) => previous,
    });
  },
  timeline: (kind: DocumentKind, id: string) =>
    queryOptions({
      queryKey: documentKeys.timeline(kind, id),
      queryFn: ({ signal }) => get(`${KINDS[kind].api}/{id}/timeline`, { params: { id }, signal }),
    }),
  one: (kind: DocumentKind, id: string) =>
    queryOptions({
      queryKey: documentKeys.one(kind, id),
      queryFn: ({ signal }) => readDocument(kind, id, signal),
    }),
};
