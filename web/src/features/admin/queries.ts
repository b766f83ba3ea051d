import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { get } from "../../api/reads";

/** What an account's row and page are read under; all of it is asked anew each time a page is opened. */
const fresh = { staleTime: 0 } as const;

export const adminKeys = {
  all: ["/api/admin"] as const,
  users: ["/api/admin", "users"] as const,
  support: ["/api/admin", "support"] as const,
};

export const healthQuery = queryOptions({
  ...fresh,
  queryKey: [...adminKeys.all, "health"] as const,
  queryFn: ({ signal }) => get("/api/admin/health", { signal }),
  refetchInterval: 60_000,
});

export const plansQuery = queryOptions({
  ...fresh,
  queryKey: [...adminKeys.all, "plans"] as const,
  queryFn: ({ signal }) => get("/api/admin/plans", { signal }),
});

export const usersQuery = (query: { search: string; standing: string; page: number }) =>
  queryOptions({
    ...fresh,
    queryKey: [...adminKeys.users, "list", query] as const,
    queryFn: ({ signal }) => get("/api/admin/users", { query, signal }),
    placeholderData: keepPreviousData,
  });

export const userQuery = (id: string) =>
  queryOptions({
    ...fresh,
    queryKey: [...adminKeys.users, id] as const,
    queryFn: ({ signal }) => get("/api/admin/users/{id}", { params: { id }, signal }),
  });

export const questionsQuery = (query: { search: string; status: string; page: number }) =>
  queryOptions({
    ...fresh,
    queryKey: [...adminKeys.support, "list", query] as const,
    queryFn: ({ signal }) => get("/api/admin/support", { query, signal }),
    placeholderData: keepPreviousData,
  });

export const questionQuery = (id: string) =>
  queryOptions({
    ...fresh,
    queryKey: [...adminKeys.support, id] as const,
    queryFn: ({ signal }) => get("/api/admin/support/{id}", { params: { id }, signal }),
    // Nobody tells the page that the mail server has answered.
    refetchInterval: ({ state }) =>
      state.data?.answers.some(({ email }) => email?.state === "waiting") ? 5_000 : false,
  });

export const auditQuery = (query: { user: string; page: number }) =>
  queryOptions({
    ...fresh,
    queryKey: [...adminKeys.all, "audit", query] as const,
    queryFn: ({ signal }) => get("/api/admin/audit", { query, signal }),
    placeholderData: keepPreviousData,
  });
