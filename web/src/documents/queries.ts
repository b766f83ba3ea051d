import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { Kind } from "../api/generated/Kind";
import { get } from "../api/reads";
import { KINDS } from "./kind";
import { askedOrder, type ListOrder } from "./listOrder";
import type { StoredDocument } from "./types";

/** What a list is narrowed to, and its order where it is not the newest first. */
export interface ListFilter extends ListOrder {
  q: string;
  status: string;
  archived: boolean;
}

const PAGE = "25";

/** Everything read of one kind hangs under its first key. */
export const documentKeys = {
  all: (kind: Kind) => [KINDS[kind].api] as const,
  lists: (kind: Kind) => [KINDS[kind].api, "list"] as const,
  one: (kind: Kind, id: string) => [KINDS[kind].api, "one", id] as const,
  /** Below the document itself: what is read again with it. */
  timeline: (kind: Kind, id: string) => [KINDS[kind].api, "one", id, "timeline"] as const,
};

/** One document, as it stands. */
export const readDocument = (kind: Kind, id: string, signal?: AbortSignal): Promise<StoredDocument> =>
  get(`${KINDS[kind].api}/{id}`, { params: { id }, signal });

export const documentQueries = {
  list: (kind: Kind, filter: ListFilter) =>
    infiniteQueryOptions({
      queryKey: [...documentKeys.lists(kind), filter],
      queryFn: ({ pageParam, signal }) =>
        get(KINDS[kind].api, {
          query: {
            q: filter.q.trim(),
            status: filter.status,
            archived: filter.archived ? "true" : undefined,
            sort: askedOrder(filter),
            cursor: pageParam,
            limit: PAGE,
          },
          signal,
        }),
      initialPageParam: "",
      getNextPageParam: (last) => last.nextCursor ?? undefined,
      placeholderData: (previous) => previous,
    }),
  timeline: (kind: Kind, id: string) =>
    queryOptions({
      queryKey: documentKeys.timeline(kind, id),
      queryFn: ({ signal }) => get(`${KINDS[kind].api}/{id}/timeline`, { params: { id }, signal }),
    }),
  one: (kind: Kind, id: string) =>
    queryOptions({
      queryKey: documentKeys.one(kind, id),
      queryFn: ({ signal }) => readDocument(kind, id, signal),
    }),
};
