import { beforeAll, expect, it } from "vitest";
import { type Advice, loadAdvice } from "../../../rules/advice";
import { loadRules, type Rules } from "../../../rules/rules";
import { type Draft, emptyDraft, emptyLine, type LineDraft } from "../draft/draft";
import { reduce } from "../draft/reducer";
import { withMarkUp } from "./markUp";
import { TypedFigures, withTyped } from "./typedFigures";
import { withVatTyped } from "./vatPrice";

let rules: Rules;
let core: Advice;
beforeAll(async () => {
  rules = await loadRules();
  core = await loadAdvice();
});

const line = (id: string, patch: Partial<LineDraft>): LineDraft => ({ ...emptyLine(id), name: id, ...patch });
const draft = (...items: LineDraft[]): Draft => ({ ...emptyDraft("", "", ""), tax: "20", items });

it("marks what only its field holds, for as long as that stands", () => {
  const typed = new TypedFigures();
  const wrong = { figure: "-1", raw: "-1" };
  const it = draft(line("a", { price: "50.00", cost: "40" }));
  const [a] = it.items;
  if (!a) throw new Error("There is no line.");
  typed.put("a", { markUp: withMarkUp(a, wrong, rules).typed });
  typed.put("a", { withVat: withVatTyped(a, wrong, "20", core).typed });
  const errors = new Map([["a.cost", "Cost must be a number."]]);
  const told = (draft: Draft) => [...withTyped(errors, draft, typed.snapshot(), rules).keys()];
  expect(told(it)).toEqual(["a.cost", "a.markUp", "a.withVat"]);
  expect(told(reduce(it, { type: "set", patch: { vatTreatment: "exempt" } }))).toEqual([
    "a.cost",
    "a.markUp",
  ]);
  expect(told(reduce(it, { type: "line", id: "a", patch: { price: "51" } }))).toEqual(["a.cost"]);
  expect(told(draft())).toEqual(["a.cost"]);
  expect(withTyped(errors, draft(), typed.snapshot(), rules)).toBe(errors);
});
