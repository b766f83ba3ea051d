import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getErrorMessage } from "../../api/errors";
import { post } from "../../api/writes";
import { withPassword } from "../../entities/accounts/confirm-password";
import { toast } from "../../ui/toast";
import { adminKeys, questionQuery, userQuery } from "./queries";

/** Keeps an account out, or lets it in again. */
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

/** Looks into an account: the whole app is its owner's from then on, so it is loaded anew. */
export function useEnterAccount(id: string) {
  return useMutation({
    mutationFn: (reason: string) =>
      withPassword("view this account", () =>
        post("/api/admin/users/{id}/enter", { params: { id }, body: { reason } }),
      ),
    onSuccess: () => window.location.assign("/dashboard"),
  });
}

/** Answers a question; `answer` is the form's own id, so that a second try is the same answer. */
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

/** What is done about the email of an answer of which nobody knows that it arrived. */
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

/** Says how a question stands. */
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
