import { queryOptions } from "@tanstack/react-query";
import { get } from "../../api/requests";

export const dashboardKeys = {
  all: ["/api/dashboard"] as const,
};

/** Other screens change these figures, so that they are asked for anew on each visit. */
export const dashboardQuery = queryOptions({
  queryKey: dashboardKeys.all,
  queryFn: ({ signal }) => get("/api/dashboard", { signal }),
  staleTime: 0,
});
