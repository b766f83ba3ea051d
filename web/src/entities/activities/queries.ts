import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { Actor } from "../../api/generated/Actor";
import type { Paths } from "../../api/generated/paths";
import { get } from "../../api/requests";

/** The kinds of subject of an activity. */
export type ActivitySubject = NonNullable<NonNullable<Paths["GET /api/activities"]["query"]>["about"]>;

/** The list's filters. Dates are UK dates, YYYY-MM-DD, or '' for no limit. */
export interface ActivityFilters {
  actor: Actor | "";
  about: ActivitySubject | "";
  from: string;
  to: string;
}

const PAGE_SIZE = 50;

/** Nearly every change adds activities, so they are refetched on each visit. */
const staleTime = 0;

export const activityKeys = { all: ["/api/activities"] as const };

/** Activities, newest first. Each page continues after the last activity of the previous one. */
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

/** The latest activities, for the dashboard. */
export const latestActivitiesQuery = queryOptions({
  queryKey: [...activityKeys.all, "latest"],
  queryFn: ({ signal }) => get("/api/activities", { query: { limit: 6 }, signal }),
  staleTime,
});
