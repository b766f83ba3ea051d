import { QueryCache, QueryClient } from "@tanstack/react-query";
import { isStatus } from "./client";

/** Reads stay fresh for 5 minutes; nothing is retried, refetched on focus or polled behind the user's back. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        // Signed out: what was read under the old session must not be shown again.
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
