// @vitest-environment window
import { beforeEach, expect, test } from "vitest";
import { keepStandingsOf, standings, tellStanding } from "./standing";

const quote = { sort: "quote", id: "q1" };
const invoice = { sort: "invoice", id: "i1" };

beforeEach(() => localStorage.clear());

test("what stands in a document's way is known until it is out of it", () => {
  tellStanding(quote, { kind: "conflict" });
  tellStanding(invoice, { kind: "refused", message: "Please enter a name." });
  expect(standings()).toEqual({
    q1: { kind: "conflict" },
    i1: { kind: "refused", message: "Please enter a name." },
  });
  tellStanding(quote, null);
  expect(Object.keys(standings())).toEqual(["i1"]);
});

test("it answers the same thing until something is told", () => {
  tellStanding(quote, { kind: "gone" });
  const before = standings();
  tellStanding(quote, { kind: "gone" });
  expect(standings()).toBe(before);
});

test("of a document without edits nothing is known", () => {
  tellStanding(quote, { kind: "gone" });
  tellStanding(invoice, { kind: "conflict" });
  keepStandingsOf(["i1"]);
  expect(standings()).toEqual({ i1: { kind: "conflict" } });
});

test("what cannot be read says nothing", () => {
  localStorage.setItem("document_standings", "{");
  expect(standings()).toEqual({});
});
