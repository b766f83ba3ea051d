// @vitest-environment happy-dom
import { describeWrites, OF_ADMIN, ON_SHELF, writing } from "../../testing/shelf";
import { useAnswer, useSetStatus, useSuspend } from "./mutations";

const { user, question } = ON_SHELF;

describeWrites("an account, and what its owner asked,", {
  "it is kept out": writing({
    call: "POST /api/admin/users/{id}/suspend",
    answer: { id: user, suspended: true },
    by: () => useSuspend(user, "suspend"),
    with: "Spam",
    holds: ["an account"],
    again: OF_ADMIN,
  }),
  "it is let in again": writing({
    call: "POST /api/admin/users/{id}/restore",
    answer: { id: user, suspended: false },
    by: () => useSuspend(user, "restore"),
    with: "A mistake",
    holds: ["an account"],
    again: OF_ADMIN,
  }),
  "a question is answered": writing({
    call: "POST /api/admin/support/{id}/answer",
    answer: { id: question, status: "answered" },
    by: () => useAnswer(question),
    with: { id: "a1", text: "Under Settings." },
    holds: ["a question"],
    again: OF_ADMIN,
  }),
  "a question is closed": writing({
    call: "POST /api/admin/support/{id}/status",
    answer: { id: question, status: "closed" },
    by: () => useSetStatus(question),
    with: "closed",
    holds: ["a question"],
    again: OF_ADMIN,
  }),
});
