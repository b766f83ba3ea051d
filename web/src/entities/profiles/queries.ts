import { queryOptions, type UseQueryResult } from "@tanstack/react-query";
import { get } from "../../api/requests";

export const profileKeys = {
  all: ["/api/business-profiles"] as const,
  one: (id: string) => ["/api/business-profiles", id] as const,
};

export const profilesQuery = queryOptions({
  queryKey: profileKeys.all,
  queryFn: ({ signal }) => get("/api/business-profiles", { signal }),
});

/**
 * The profiles for a new document. An empty list is always refetched, because a profile may just have been
 * added.
 */
export const newDocumentProfilesQuery = queryOptions({
  ...profilesQuery,
  refetchOnMount: (query) => ((query.state.data?.length ?? 0) > 0 ? true : "always"),
});

/** Whether the list is still loading; an empty list may be from before the first business was added. */
export function isLoadingProfiles(
  profiles: Pick<
    UseQueryResult<readonly unknown[]>,
    "isPending" | "isFetching" | "isFetchedAfterMount" | "data"
  >,
): boolean {
  const isEmpty = (profiles.data?.length ?? 0) === 0;
  return profiles.isPending || (isEmpty && profiles.isFetching && !profiles.isFetchedAfterMount);
}

export const profileQuery = (id: string) =>
  queryOptions({
    queryKey: profileKeys.one(id),
    queryFn: ({ signal }) => get("/api/business-profiles/{id}", { params: { id }, signal }),
  });

/** The numbering of a profile's documents, one entry for each kind. */
export const numberingQuery = (id: string) =>
  queryOptions({
    queryKey: [...profileKeys.one(id), "numbering"] as const,
    queryFn: ({ signal }) => get("/api/business-profiles/{id}/numbering", { params: { id }, signal }),
  });
