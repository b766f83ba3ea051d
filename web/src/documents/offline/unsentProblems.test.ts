// @vitest-environment window
import { beforeEach, expect, test } from "vitest";
import { getUnsentProblems, pruneUnsentProblems, setUnsentProblem } from "./unsentProblems";

const quote = { sort: "quote", id: "q1" };
const invoice = { sort: "invoice", id: "i1" };

beforeEach(() => localStorage.clear());

test("what stands in a document's way is known until it is out of it", () => {
  setUnsentProblem(quote, { kind: "conflict" });
  setUnsentProblem(invoice, { kind: "refused", message: "Please enter a name." });
  expect(getUnsentProblems()).toEqual({
    q1: { kind: "conflict" },
    i1: { kind: "refused", message: "Please enter a name." },
  });
  setUnsentProblem(quote, null);
  expect(Object.keys(getUnsentProblems())).toEqual(["i1"]);
});

test("it answers the same thing until something is told", () => {
  setUnsentProblem(quote, { kind: "gone" });
  const before = getUnsentProblems();
  setUnsentProblem(quote, { kind: "gone" });
  expect(getUnsentProblems()).toBe(before);
});

test("of a document without edits nothing is known", () => {
  setUnsentProblem(quote, { kind: "gone" });
  setUnsentProblem(invoice, { kind: "conflict" });
  pruneUnsentProblems(["i1"]);
  expect(getUnsentProblems()).toEqual({ i1: { kind: "conflict" } });
});

test("what cannot be read says nothing", () => {
  localStorage.setItem("document_standings", "{");
  expect(getUnsentProblems()).toEqual({});
});
