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

test("an unticked option counts towards the largest possible total", () => {
  const boiler = [line("30"), line("1000", { optional: true, selected: false })];
  expect(calculateMaxTotal(rules, draft(boiler))).toBe("1236.00");
});

test("a variation counts with the agreed total of its job", () => {
  const varies = { id: "q", quoteNumber: "Q-0012", agreed: "1200.00" };
  expect(calculateMaxTotal(rules, draft([line("30")], { varies }))).toBe("1236.00");
  expect(calculateMaxTotal(rules, draft([line("-400")], { varies }))).toBe("1200.00");
});

test("a total that cannot be calculated is null", () => {
  expect(calculateMaxTotal(rules, draft([line("-5")]))).toBeNull();
  expect(calculateMaxTotal(rules, { ...draft([line("5")]), cisRate: "many" })).toBeNull();
});

test("only a document with options or a variation can have a total other than its own", () => {
  expect(hasOpenTotal(draft([line("30")]))).toBe(false);
  expect(hasOpenTotal(draft([line("30", { optional: true })]))).toBe(true);
});
