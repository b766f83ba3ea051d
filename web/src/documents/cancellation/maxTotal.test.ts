import { expect, test } from "vitest";
import { loadRules } from "../../rules/rules";
import { createEmptyDraft, createEmptyLine, type DocumentDraft, type LineDraft } from "../editor/draft/draft";
import { calculateMaxTotal, hasOpenTotal } from "./AgreementFields";

const rules = await loadRules();

const line = (price: string, more: Partial<LineDraft> = {}) => ({
  ...createEmptyLine(price),
  name: "x",
  price,
  ...more,
});
const draft = (items: LineDraft[], more: Partial<DocumentDraft> = {}): DocumentDraft => ({
  ...createEmptyDraft("2026-11-16", "2026-12-16", "first"),
  tax: "20",
  items,
  ...more,
});

test("an option that nobody ticked yet counts for what a customer may cancel", () => {
  const boiler = [line("30"), line("1000", { optional: true, selected: false })];
  expect(calculateMaxTotal(rules, draft(boiler))).toBe("1236.00");
});

test("a small extra of a large job is no small job", () => {
  const varies = { id: "q", quoteNumber: "Q-0012", agreed: "1200.00" };
  expect(calculateMaxTotal(rules, draft([line("30")], { varies }))).toBe("1236.00");
  expect(calculateMaxTotal(rules, draft([line("-400")], { varies }))).toBe("1200.00");
});

test("what cannot be read yet has no sum", () => {
  expect(calculateMaxTotal(rules, draft([line("-5")]))).toBeNull();
  expect(calculateMaxTotal(rules, { ...draft([line("5")]), cisRate: "many" })).toBeNull();
});

test("only what has something to pick, or varies a job, may come to another sum than its total", () => {
  expect(hasOpenTotal(draft([line("30")]))).toBe(false);
  expect(hasOpenTotal(draft([line("30", { optional: true })]))).toBe(true);
});
