import { queryOptions } from "@tanstack/react-query";
import { get } from "../../api/requests";

export const dashboardKeys = {
  all: ["/api/dashboard"] as const,
};

/** Refetched on each visit, since other screens change these amounts. */
export const dashboardQuery = queryOptions({
  queryKey: dashboardKeys.all,
  queryFn: ({ signal }) => get("/api/dashboard", { signal }),
  staleTime: 0,
});
