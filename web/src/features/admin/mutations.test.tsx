// @vitest-environment window
import { ADMIN_QUERIES, defineMutation, describeMutations, IDS } from "../../testing/cached-queries";
import { useReplyToQuestion, useResolveReplyEmail, useSetQuestionStatus, useSuspendUser } from "./queries";

const { user, question } = IDS;

describeMutations("an admin's changes", {
  "an account is suspended": defineMutation({
    call: "POST /api/admin/users/{id}/suspend",
    answer: { id: user, suspended: true },
    hook: () => useSuspendUser(user, "suspend"),
    variables: "Spam",
    updated: ["an account"],
    refetched: ADMIN_QUERIES,
  }),
  "an account is restored": defineMutation({
    call: "POST /api/admin/users/{id}/restore",
    answer: { id: user, suspended: false },
    hook: () => useSuspendUser(user, "restore"),
    variables: "A mistake",
    updated: ["an account"],
    refetched: ADMIN_QUERIES,
  }),
  "a question is answered": defineMutation({
    call: "POST /api/admin/support/{id}/answer",
    answer: { id: question, status: "answered" },
    hook: () => useReplyToQuestion(question),
    variables: { id: "a1", text: "Under Settings." },
    updated: ["a question"],
    refetched: ADMIN_QUERIES,
  }),
  "a reply is sent again": defineMutation({
    call: "POST /api/admin/support/{id}/answers/{answer}/again",
    answer: { id: question, status: "answered" },
    hook: () => useResolveReplyEmail(question, "a1", "again"),
    variables: "e1",
    updated: ["a question"],
    refetched: ADMIN_QUERIES,
  }),
  "a question is closed": defineMutation({
    call: "POST /api/admin/support/{id}/status",
    answer: { id: question, status: "closed" },
    hook: () => useSetQuestionStatus(question),
    variables: "closed",
    updated: ["a question"],
    refetched: ADMIN_QUERIES,
  }),
});
