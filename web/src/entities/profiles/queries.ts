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

/** The same for what begins as its business has it: none is asked for anew, since one may just have been added. */
export const newDocumentProfilesQuery = queryOptions({
  ...profilesQuery,
  refetchOnMount: (query) => ((query.state.data?.length ?? 0) > 0 ? true : "always"),
});

/** Whether the list is still on its way: an empty one may be of before the first business was added. */
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

/** How a profile's documents are numbered, one entry a kind. */
export const numberingQuery = (id: string) =>
  queryOptions({
    queryKey: [...profileKeys.one(id), "numbering"] as const,
    queryFn: ({ signal }) => get("/api/business-profiles/{id}/numbering", { params: { id }, signal }),
  });
