import { beforeAll, expect, it } from "vitest";
import { adviceHere, loadAdvice } from "../../../rules/advice";
import { loadRules, type Rules } from "../../../rules/rules";
import { type Draft, emptyDraft, emptyLine, type LineDraft } from "../draft/draft";
import { reduce } from "../draft/reducer";
import { withMarkUp } from "./markUp";
import { TypedFigures, withTyped } from "./typedFigures";
import { withVatTyped } from "./vatPrice";

let rules: Rules;
beforeAll(async () => {
  rules = await loadRules();
  await loadAdvice();
});

const line = (id: string, patch: Partial<LineDraft>): LineDraft => ({ ...emptyLine(id), name: id, ...patch });
const draft = (...items: LineDraft[]): Draft => ({ ...emptyDraft("", "", ""), tax: "20", items });
const prices = ({ items }: Draft) => items.map(({ price }) => price);
const gross = (text: string, price: string) => ({ withVat: { text, price, problem: null } });

it("keeps each price that was typed with VAT, and no other, at another rate of the document", () => {
  const typed = new TypedFigures(adviceHere);
  typed.put("a", gross("120", "100.00"));
  typed.put("own", gross("120", "100.00"));
  const own = { treatment: "taxable" as const, rate: "20" };
  const before = draft(
    line("a", { price: "100.00" }),
    line("net", { price: "100.00" }),
    line("own", { price: "100.00", vat: own }),
  );
  const after = typed.kept(before, reduce(before, { type: "set", patch: { tax: "5" } }));
  expect(prices(after)).toEqual(["114.29", "100.00", "100.00"]);
  expect(after.items[1]).toBe(before.items[1]);
  const back = typed.kept(after, reduce(after, { type: "set", patch: { tax: "20" } }));
  expect(prices(back)).toEqual(["100.00", "100.00", "100.00"]);
  const patch = { vat: { ...own, rate: "5" } };
  const line5 = typed.kept(back, reduce(back, { type: "line", id: "own", patch }));
  expect(prices(line5)).toEqual(["100.00", "100.00", "114.29"]);
});

it("leaves the price alone where there is no VAT for a while, and what was forgotten", () => {
  const typed = new TypedFigures(adviceHere);
  typed.put("a", gross("120", "100.00"));
  const before = draft(line("a", { price: "100.00" }));
  const none = typed.kept(before, reduce(before, { type: "set", patch: { vatTreatment: "reverseCharge" } }));
  expect(prices(none)).toEqual(["100.00"]);
  const low = reduce(none, { type: "set", patch: { vatTreatment: "taxable", tax: "5" } });
  expect(prices(typed.kept(none, low))).toEqual(["114.29"]);
  typed.put("a", { withVat: null });
  expect(prices(typed.kept(none, low))).toEqual(["100.00"]);
});

it("marks what only its field holds, for as long as that stands", () => {
  const typed = new TypedFigures(adviceHere);
  const core = adviceHere();
  if (!core) throw new Error("The advice is not there.");
  const wrong = "-1";
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
