import { beforeAll, expect, it } from "vitest";
import { loadRules, type Rules } from "../../../rules/rules";
import { createEmptyDraft, createEmptyLine, type DocumentDraft, type LineDraft } from "../draft/draft";
import { reduceDraft } from "../draft/reducer";
import { addTypedValueErrors, applyMarkUp, TypedLineValuesStore } from "./markUp";

let rules: Rules;
beforeAll(async () => {
  rules = await loadRules();
});

const line = (id: string, patch: Partial<LineDraft>): LineDraft => ({
  ...createEmptyLine(id),
  name: id,
  ...patch,
});
const draft = (...items: LineDraft[]): DocumentDraft => ({
  ...createEmptyDraft("", "", ""),
  tax: "20",
  items,
});

it("marks an invalid value that only its field holds, for as long as it applies", () => {
  const typed = new TypedLineValuesStore();
  const wrong = "-1";
  const it = draft(line("a", { price: "50.00", cost: "40" }));
  const [a] = it.items;
  if (!a) throw new Error("There is no line.");
  typed.storeValues("a", { markUp: applyMarkUp(a, wrong, rules).typed });
  const errors = new Map([["a.cost", "Cost must be a number."]]);
  const told = (draft: DocumentDraft) => [
    ...addTypedValueErrors(errors, draft, typed.snapshot(), rules).keys(),
  ];
  expect(told(it)).toEqual(["a.cost", "a.markUp"]);
  expect(told(reduceDraft(it, { type: "line", id: "a", patch: { price: "51" } }))).toEqual(["a.cost"]);
  // With VAT included, the same price means another mark-up, which wasn't typed.
  expect(told(reduceDraft(it, { type: "set", patch: { pricesIncludeVat: true } }))).toEqual(["a.cost"]);
  expect(told(draft())).toEqual(["a.cost"]);
  expect(addTypedValueErrors(errors, draft(), typed.snapshot(), rules)).toBe(errors);
});
