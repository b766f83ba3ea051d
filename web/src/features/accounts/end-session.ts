import type { QueryClient } from "@tanstack/react-query";
import { accountKeys } from "./queries";

/** Forgets who was signed in, and everything that was read for them. */
export function endSession(client: QueryClient): void {
  sessionStorage.clear();
  client.setQueryData(accountKeys.me, null);
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== accountKeys.me[0] });
}
