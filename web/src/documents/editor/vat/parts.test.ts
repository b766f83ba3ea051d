import { expect, it } from "vitest";
import type { VatAnswers } from "../../../api/generated/VatAnswers";
import { loadRules } from "../../../rules/rules";
import { emptyDraft, emptyLine, type LineDraft } from "../draft/draft";
import { partsOf } from "./parts";

const rules = await loadRules();
const line = (id: string, price: string, vat: LineDraft["vat"] = null): LineDraft => ({
  ...emptyLine(id),
  name: id,
  price,
  vat,
});
const items = [line("tiles", "1900", { treatment: "taxable", rate: "0" }), line("fitting", "120")];
const OPEN: VatAnswers = {
  reliefs: [],
  inCis: null,
  customerRegistered: null,
  staff: null,
  endUserNotice: null,
};
const answers = { ...OPEN, notConstruction: ["tiles"] };

it("is without VAT, also where prices include it", () => {
  const draft = { ...emptyDraft("", "", ""), tax: "20", items };
  expect(partsOf(rules, draft, answers)).toEqual({ services: "120.00", other: "1900.00" });
  const withVat = { ...draft, pricesIncludeVat: true };
  expect(partsOf(rules, withVat, answers)).toEqual({ services: "100.00", other: "1900.00" });
  expect(partsOf(rules, withVat, OPEN)).toBeUndefined();
});
