import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { DocumentKind } from "../api/generated/DocumentKind";
import { get } from "../api/requests";
import type { SortDirection } from "../ui/DataTable";
import { KINDS } from "./kind";
import type { StoredDocument } from "./types";

/** What a list may be ordered by: the ids of the table's columns that sort, and the server's word for each. */
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

/** In words, both ways, for a list without heads to press: of each column that sorts, the more usual one first. */
const ORDER_LABELS: Record<SortColumn, [SortDirection, string, string]> = {
  customer: ["asc", "A to Z", "Z to A"],
  number: ["asc", "lowest first", "highest first"],
  date: ["desc", "latest first", "earliest first"],
  due: ["asc", "soonest first", "latest first"],
  left: ["desc", "highest first", "lowest first"],
  total: ["desc", "highest first", "lowest first"],
};

/** The orders to choose from, of the columns that are called so; the newest first is none of a column. */
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

/** The order that an address asks for: none of a word that is no column's. */
export function parseListOrder(params: URLSearchParams): ListOrder {
  const column = params.get("sort") ?? "";
  const sort = Object.hasOwn(SORT_FIELDS, column) ? (column as SortColumn) : "";
  return { sort, order: params.get("order") === "desc" ? "desc" : "asc" };
}

/** The order as the server is asked for it; none where it is the newest first. */
export function toSortParam({ sort, order }: ListOrder): string | undefined {
  return sort === "" ? undefined : `${order === "desc" ? "-" : ""}${SORT_FIELDS[sort]}`;
}

/** The order that the server's word names; the newest first where no column is called so. */
export function parseSortParam(sortParam: string): ListOrder {
  const field = sortParam.replace(/^-/, "");
  const column = (Object.keys(SORT_FIELDS) as SortColumn[]).find((column) => SORT_FIELDS[column] === field);
  return { sort: column ?? "", order: column && sortParam.startsWith("-") ? "desc" : "asc" };
}

/** What a list is narrowed to, and its order where it is not the newest first. */
export interface ListFilter extends ListOrder {
  q: string;
  status: string;
  archived: boolean;
  /** The first and the last issue date, YYYY-MM-DD; empty for any. */
  from: string;
  to: string;
}

/** The first page is soon there; the others are read as the reader comes near them. */
const FIRST_PAGE = "50";
const NEXT_PAGES = "100";

/** What a list is narrowed to and ordered by, as the server is asked for it. */
export const toListQuery = (filter: ListFilter) => ({
  q: filter.q.trim(),
  status: filter.status,
  archived: filter.archived ? "true" : undefined,
  from: filter.from,
  to: filter.to,
  sort: toSortParam(filter),
});

/** Everything read of one kind hangs under its first key. */
export const documentKeys = {
  all: (kind: DocumentKind) => [KINDS[kind].api] as const,
  lists: (kind: DocumentKind) => [KINDS[kind].api, "list"] as const,
  one: (kind: DocumentKind, id: string) => [KINDS[kind].api, "one", id] as const,
  /** Below the document itself: what is read again with it. */
  timeline: (kind: DocumentKind, id: string) => [KINDS[kind].api, "one", id, "timeline"] as const,
};

/** One document, as it stands. */
export const readDocument = (kind: DocumentKind, id: string, signal?: AbortSignal): Promise<StoredDocument> =>
  get(`${KINDS[kind].api}/{id}`, { params: { id }, signal });

/** What the customer of a quote reads behind its link, for signing on the business's own device. */
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
  /** How many documents each tab holds, of those that the rest of the filter leaves. */
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
