import { queryOptions } from "@tanstack/react-query";
import { get } from "../../api/reads";

/** Everything that has the words typed; what changed last where nothing is. While it is asked, the answer before stays. */
export const searchQuery = (typed: string) =>
  queryOptions({
    queryKey: ["/api/search", typed],
    queryFn: ({ signal }) => get("/api/search", { query: { q: typed }, signal }),
    staleTime: 0,
    // What other screens change meanwhile is found as it is now.
    gcTime: 60_000,
    placeholderData: (previous) => previous,
  });
