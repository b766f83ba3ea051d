// @vitest-environment window
import { describeWrites, IDS, OF_ADMIN, writing } from "../../testing/cached-queries";
import { useAnswer, useAnswerEmail, useSetStatus, useSuspend } from "./mutations";

const { user, question } = IDS;

describeWrites("an account, and what its owner asked,", {
  "it is kept out": writing({
    call: "POST /api/admin/users/{id}/suspend",
    answer: { id: user, suspended: true },
    hook: () => useSuspend(user, "suspend"),
    variables: "Spam",
    updated: ["an account"],
    refetched: OF_ADMIN,
  }),
  "it is let in again": writing({
    call: "POST /api/admin/users/{id}/restore",
    answer: { id: user, suspended: false },
    hook: () => useSuspend(user, "restore"),
    variables: "A mistake",
    updated: ["an account"],
    refetched: OF_ADMIN,
  }),
  "a question is answered": writing({
    call: "POST /api/admin/support/{id}/answer",
    answer: { id: question, status: "answered" },
    hook: () => useAnswer(question),
    variables: { id: "a1", text: "Under Settings." },
    updated: ["a question"],
    refetched: OF_ADMIN,
  }),
  "an answer goes out again": writing({
    call: "POST /api/admin/support/{id}/answers/{answer}/again",
    answer: { id: question, status: "answered" },
    hook: () => useAnswerEmail(question, "a1", "again"),
    variables: "e1",
    updated: ["a question"],
    refetched: OF_ADMIN,
  }),
  "a question is closed": writing({
    call: "POST /api/admin/support/{id}/status",
    answer: { id: question, status: "closed" },
    hook: () => useSetStatus(question),
    variables: "closed",
    updated: ["a question"],
    refetched: OF_ADMIN,
  }),
});
