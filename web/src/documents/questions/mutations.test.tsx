// @vitest-environment window
import { defineMutation, describeMutations, IDS } from "../../testing/cached-queries";
import { useMarkAnswered, useReply } from "./OpenQuestions";

const { quote } = IDS;

/** The lists and the dashboard no longer show that the customer is waiting. */
const ANEW = ["the quotes", "how many quotes", "the dashboard"] as const;

describeMutations("what a customer asked", {
  "a question is replied to": defineMutation({
    call: "POST /api/quotes/{id}/questions/{question}/reply",
    answer: { questions: [] },
    hook: () => useReply("quote", quote, "q1"),
    variables: "Yes.",
    updated: ["the quote's history"],
    refetched: ANEW,
  }),
  "a question is marked as answered": defineMutation({
    call: "POST /api/quotes/{id}/questions/{question}/answered",
    answer: { questions: [] },
    hook: () => useMarkAnswered("quote", quote, "q1"),
    variables: undefined,
    updated: ["the quote's history"],
    refetched: ANEW,
  }),
});
