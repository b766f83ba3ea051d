import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { get, withQuery } from "../api/client";
import type { DocumentList } from "../api/generated/DocumentList";
import type { Kind } from "../api/generated/Kind";
import { KINDS } from "./kind";
import type { StoredDocument } from "./types";

/** What a list is narrowed to. */
export interface ListFilter {
  q: string;
  status: string;
  archived: boolean;
}

const PAGE = 25;

/** Everything read of one kind hangs under its first key. */
export const documentKeys = {
  all: (kind: Kind) => [KINDS[kind].api] as const,
  lists: (kind: Kind) => [KINDS[kind].api, "list"] as const,
  one: (kind: Kind, id: string) => [KINDS[kind].api, "one", id] as const,
};

export const documentQueries = {
  list: (kind: Kind, filter: ListFilter) =>
    infiniteQueryOptions({
      queryKey: [...documentKeys.lists(kind), filter],
      queryFn: ({ pageParam, signal }) =>
        get<DocumentList>(
          withQuery(KINDS[kind].api, {
            q: filter.q.trim(),
            status: filter.status,
            archived: filter.archived || undefined,
            cursor: pageParam,
            limit: PAGE,
          }),
          signal,
        ),
      initialPageParam: "",
      getNextPageParam: (last) => last.nextCursor ?? undefined,
      placeholderData: (previous) => previous,
    }),
  one: (kind: Kind, id: string) =>
    queryOptions({
      queryKey: documentKeys.one(kind, id),
      queryFn: ({ signal }) => get<StoredDocument>(`${KINDS[kind].api}/${id}`, signal),
    }),
};
