import { QueryCache, QueryClient } from "@tanstack/react-query";
import { isStatus } from "./client";

/** Data stays fresh for 5 minutes. Nothing is retried, refetched on focus or polled in the background. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        // Signed out: data from the old session must not be displayed again.
        if (isStatus(error, 401)) client.removeQueries({ queryKey: query.queryKey, exact: true });
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 5 * 60_000,
        retry: false,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
  return client;
}
