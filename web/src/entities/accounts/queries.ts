import { queryOptions } from "@tanstack/react-query";
import { isStatus } from "../../api/client";
import type { User } from "../../api/generated/User";
import { get } from "../../api/reads";

export const accountKeys = {
  me: ["/api/auth/me"] as const,
  /** Why the last session of this tab ended; written by the session, never fetched. */
  ending: ["/api/auth/ending"] as const,
  config: ["/api/auth/config"] as const,
};

/** The signed-in user; null for a visitor, and once a session has ended. An error means that nobody could be asked. */
export const meQuery = queryOptions({
  queryKey: accountKeys.me,
  queryFn: async ({ signal }): Promise<User | null> => {
    try {
      return await get("/api/auth/me", { signal, cache: "no-cache" });
    } catch (error) {
      if (isStatus(error, 401)) return null;
      throw error;
    }
  },
  gcTime: Number.POSITIVE_INFINITY,
});

/** How people sign in here: the human check in use, and where to ask for help. */
export const configQuery = queryOptions({
  queryKey: accountKeys.config,
  queryFn: ({ signal }) => get("/api/auth/config", { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});
