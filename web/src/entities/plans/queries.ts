import { queryOptions } from "@tanstack/react-query";
import { get } from "../../api/reads";

/** Where it is asked for, and held. */
export const SUBSCRIPTION_PATH = "/api/subscription";

/** How the account stands to its plan. This device holds it: what may be written hangs on it without signal too. */
export const subscriptionQuery = queryOptions({
  queryKey: [SUBSCRIPTION_PATH] as const,
  queryFn: ({ signal }) => get(SUBSCRIPTION_PATH, { signal }),
});
