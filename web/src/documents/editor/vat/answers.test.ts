import { expect, it } from "vitest";
import { emptyContact } from "../../../entities/contacts/contact";
import { emptyDraft, emptyLine } from "../draft/draft";
import { decided, known, OPEN, remembered, shown, withConstruction } from "./answers";

const contact = { ...emptyContact("Acme"), id: "c", version: 1, createdAt: 0, updatedAt: 0 };
const draft = {
  ...emptyDraft("2026-11-25", "2026-12-25", "a"),
  items: [
    { ...emptyLine("a"), vat: null },
    { ...emptyLine("b"), vat: { treatment: "taxable" as const, rate: "5" } },
    { ...emptyLine("c"), vat: { treatment: "taxable" as const, rate: "0" } },
    { ...emptyLine("d"), vat: { treatment: "exempt" as const, rate: "0" } },
  ],
};

it("decides for the whole supply, apart from what carries no VAT", () => {
  const there = decided(draft, OPEN, true);
  expect(there).toEqual([
    { type: "set", patch: { vatTreatment: "reverseCharge", vatAnswers: OPEN } },
    { type: "line", id: "b", patch: { vat: { treatment: "reverseCharge", rate: "5" } } },
  ]);
  const reversed = {
    ...draft,
    vatTreatment: "reverseCharge" as const,
    tax: "0",
    items: [{ ...emptyLine("b"), vat: { treatment: "reverseCharge" as const, rate: "5" } }],
  };
  expect(decided(reversed, OPEN, false)).toEqual([
    { type: "set", patch: { vatTreatment: "taxable", tax: "20", vatAnswers: OPEN } },
    { type: "line", id: "b", patch: { vat: { treatment: "taxable", rate: "5" } } },
  ]);
});

it("says of a line that it is no construction work, and takes it back", () => {
  const one = withConstruction({ ...OPEN, notConstruction: ["gone"] }, draft, "b", false);
  expect(one.notConstruction).toEqual(["b"]);
  const two = withConstruction(one, draft, "c", false);
  expect(two.notConstruction).toEqual(["b", "c"]);
  expect(withConstruction(one, draft, "b", true)).toEqual(OPEN);
});

it("starts with what the customer answers once and for all", () => {
  const contractor = {
    ...contact,
    cis_contractor: true,
    vat_number: "GB 416 2035 90",
    end_user_notice: "We are.",
  };
  expect(known(draft, contractor)).toEqual({
    ...OPEN,
    inCis: true,
    customerRegistered: true,
    endUserNotice: true,
  });
  // The job's own answer goes first.
  const own = { ...draft, vatAnswers: { ...OPEN, inCis: false } };
  expect(known(own, contractor).inCis).toBe(false);
  expect(known(draft, null)).toEqual(OPEN);
});

it("keeps with the customer what holds for every job", () => {
  const answers = { ...OPEN, inCis: true, customerRegistered: true };
  expect(remembered(contact, answers)).toMatchObject({ cis_contractor: true, vat_registered: "yes" });
  // A job outside the scheme says nothing of the others, and a number says it already.
  const numbered = { ...contact, cis_contractor: true, vat_number: "GB 416 2035 90" };
  expect(remembered(numbered, { ...answers, inCis: false })).toBeNull();
});

it("asks up to the question that decides", () => {
  const order = ["inCis", "bothRegistered", "notZeroRated", "notStaff", "noEndUserNotice"] as const;
  const open = { outcome: "ask", question: "notStaff", code: "asks", msg: "", confirmed: true } as const;
  expect(shown(order, open)).toEqual(["inCis", "bothRegistered", "notStaff"]);
  expect(shown(order, { ...open, outcome: "applies", question: null })).toHaveLength(4);
});
