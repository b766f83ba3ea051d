import { queryOptions } from "@tanstack/react-query";
import { isStatus, request } from "../../api/client";
import type { User } from "../../api/generated/User";

export const accountKeys = {
  me: ["/api/auth/me"] as const,
};

/** The signed-in user; null for a visitor. An error means that nobody could be asked. */
export const meQuery = queryOptions({
  queryKey: accountKeys.me,
  queryFn: async ({ signal }): Promise<User | null> => {
    try {
      return await request<User>("/api/auth/me", { signal, cache: "no-cache" });
    } catch (error) {
      if (isStatus(error, 401)) return null;
      throw error;
    }
  },
  gcTime: Number.POSITIVE_INFINITY,
});
