// @vitest-environment window
import { beforeEach, expect, test } from "vitest";
import { getUnsentProblems, pruneUnsentProblems, setUnsentProblem } from "./unsentProblems";

const quote = { sort: "quote", id: "q1" };
const invoice = { sort: "invoice", id: "i1" };

beforeEach(() => localStorage.clear());

test("a document's problem is stored until it is solved", () => {
  setUnsentProblem(quote, { kind: "conflict" });
  setUnsentProblem(invoice, { kind: "refused", message: "Please enter a name." });
  expect(getUnsentProblems()).toEqual({
    q1: { kind: "conflict" },
    i1: { kind: "refused", message: "Please enter a name." },
  });
  setUnsentProblem(quote, null);
  expect(Object.keys(getUnsentProblems())).toEqual(["i1"]);
});

test("the same object is returned until something changes", () => {
  setUnsentProblem(quote, { kind: "gone" });
  const before = getUnsentProblems();
  setUnsentProblem(quote, { kind: "gone" });
  expect(getUnsentProblems()).toBe(before);
});

test("problems of documents without edits are removed", () => {
  setUnsentProblem(quote, { kind: "gone" });
  setUnsentProblem(invoice, { kind: "conflict" });
  pruneUnsentProblems(["i1"]);
  expect(getUnsentProblems()).toEqual({ i1: { kind: "conflict" } });
});

test("an unreadable entry counts as empty", () => {
  localStorage.setItem("document_standings", "{");
  expect(getUnsentProblems()).toEqual({});
});
