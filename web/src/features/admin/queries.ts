import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { getErrorMessage } from "../../api/errors";
import { get, post } from "../../api/requests";
import { withPassword } from "../../entities/accounts/ConfirmPasswordDialog";
import { toast } from "../../ui/toast";

/** Everything about accounts is refetched each time a page is opened. */
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
    // No live update says that the mail server has responded.
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

/** Suspends an account, or restores it. */
export function useSuspendUser(id: string, action: "suspend" | "restore") {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) =>
      action === "suspend"
        ? withPassword("suspend this account", () =>
            post("/api/admin/users/{id}/suspend", { params: { id }, body: { reason } }),
          )
        : post("/api/admin/users/{id}/restore", { params: { id }, body: { reason } }),
    onSuccess: (user) => {
      client.setQueryData(userQuery(id).queryKey, user);
      void client.invalidateQueries({ queryKey: adminKeys.all });
    },
  });
}

/** Enters an account for support: the whole app then shows the owner's data, so it is reloaded. */
export function useEnterAccount(id: string) {
  return useMutation({
    mutationFn: (reason: string) =>
      withPassword("view this account", () =>
        post("/api/admin/users/{id}/enter", { params: { id }, body: { reason } }),
      ),
    onSuccess: () => window.location.assign("/dashboard"),
  });
}

/** Replies to a question; `answer` is the form's own id, so that a retry is the same reply. */
export function useReplyToQuestion(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { id: string; text: string }) =>
      post("/api/admin/support/{id}/answer", { params: { id }, body }),
    onSuccess: (question) => {
      client.setQueryData(questionQuery(id).queryKey, question);
      void client.invalidateQueries({ queryKey: adminKeys.all });
    },
  });
}

/** Sends a reply's email again, or marks it as arrived, when nobody knows whether it arrived. */
export function useResolveReplyEmail(id: string, answer: string, action: "again" | "arrived") {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (_email: string) =>
      post(`/api/admin/support/{id}/answers/{answer}/${action}`, { params: { id, answer } }),
    onSuccess: (question) => {
      client.setQueryData(questionQuery(id).queryKey, question);
      void client.invalidateQueries({ queryKey: adminKeys.all });
    },
    onError: (error) =>
      toast({ title: "That didn’t work", description: getErrorMessage(error), tone: "bad" }),
  });
}

/** Sets the status of a question. */
export function useSetQuestionStatus(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (status: "open" | "answered" | "closed") =>
      post("/api/admin/support/{id}/status", { params: { id }, body: { status } }),
    onSuccess: (question) => {
      client.setQueryData(questionQuery(id).queryKey, question);
      void client.invalidateQueries({ queryKey: adminKeys.all });
    },
  });
}
