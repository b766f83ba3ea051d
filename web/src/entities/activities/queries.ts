import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { Actor } from "../../api/generated/Actor";
import type { Paths } from "../../api/generated/paths";
import { get } from "../../api/requests";

/** What things happen to. */
export type ActivitySubject = NonNullable<NonNullable<Paths["GET /api/activities"]["query"]>["about"]>;

/** What the list is narrowed to; days are London's, YYYY-MM-DD, '' for none. */
export interface ActivityFilters {
  actor: Actor | "";
  about: ActivitySubject | "";
  from: string;
  to: string;
}

const PAGE_SIZE = 50;

/** Nearly all that is done adds to them, so that they are asked for anew on each visit. */
const staleTime = 0;

export const activityKeys = { all: ["/api/activities"] as const };

/** What happened, the newest first. A page goes on after the last activity of the one before. */
export const activitiesQuery = (filter: ActivityFilters) =>
  infiniteQueryOptions({
    queryKey: [...activityKeys.all, filter],
    queryFn: ({ pageParam, signal }) =>
      get("/api/activities", {
        query: {
          actor: filter.actor || undefined,
          about: filter.about || undefined,
          from: filter.from || undefined,
          to: filter.to || undefined,
          before: pageParam || undefined,
          limit: PAGE_SIZE,
        },
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: (last) => (last.length === PAGE_SIZE ? last.at(-1)?.id : undefined),
    staleTime,
  });

/** What happened last, for the first screen. */
export const latestActivitiesQuery = queryOptions({
  queryKey: [...activityKeys.all, "latest"],
  queryFn: ({ signal }) => get("/api/activities", { query: { limit: 6 }, signal }),
  staleTime,
});
