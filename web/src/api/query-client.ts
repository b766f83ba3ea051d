import { MutationCache, notifyManager, QueryCache, QueryClient } from "@tanstack/react-query";
import { isStatus } from "./client";

/** What components don't know yet. They hear of it from a timer, as TanStack Query does it by default. */
const unreported = new Set<() => void>();

function report(change: () => void): void {
  if (unreported.delete(change)) change();
}

notifyManager.setScheduler((change) => {
  unreported.add(change);
  setTimeout(report, 0, change);
});

/**
 * Tells components at once that a mutation has started. A slow phone handles a second press before any timer, so
 * the pressed button wouldn't be busy yet and the request would be sent twice. That a mutation has succeeded
 * still comes from the timer: what removes a component mustn't come before that component's own callbacks.
 */
function reportStart(): void {
  for (const change of unreported) report(change);
}

/** Data stays fresh for 5 minutes. Nothing is retried, refetched on focus or polled in the background. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    mutationCache: new MutationCache({ onMutate: reportStart }),
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
