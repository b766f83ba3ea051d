import { expect, it } from "vitest";
import { createEmptyContact } from "../../../entities/contacts/contact";
import { createEmptyDraft, createEmptyLine } from "../draft/draft";
import {
  createDecisionActions,
  getChangedContact,
  getKnownAnswers,
  getVisibleQuestions,
  NO_ANSWERS,
  setConstructionWork,
} from "./vatAnswers";

const contact = { ...createEmptyContact("Acme"), id: "c", version: 1, createdAt: 0, updatedAt: 0 };
const draft = {
  ...createEmptyDraft("2026-11-25", "2026-12-25", "a"),
  items: [
    { ...createEmptyLine("a"), vat: null },
    { ...createEmptyLine("b"), vat: { treatment: "taxable" as const, rate: "5" } },
    { ...createEmptyLine("c"), vat: { treatment: "taxable" as const, rate: "0" } },
    { ...createEmptyLine("d"), vat: { treatment: "exempt" as const, rate: "0" } },
  ],
};

it("decides for the whole supply, apart from what carries no VAT", () => {
  const there = createDecisionActions(draft, NO_ANSWERS, true);
  expect(there).toEqual([
    { type: "set", patch: { vatTreatment: "reverseCharge", vatAnswers: NO_ANSWERS } },
    { type: "line", id: "b", patch: { vat: { treatment: "reverseCharge", rate: "5" } } },
  ]);
  const reversed = {
    ...draft,
    vatTreatment: "reverseCharge" as const,
    tax: "0",
    items: [{ ...createEmptyLine("b"), vat: { treatment: "reverseCharge" as const, rate: "5" } }],
  };
  expect(createDecisionActions(reversed, NO_ANSWERS, false)).toEqual([
    { type: "set", patch: { vatTreatment: "taxable", tax: "20", vatAnswers: NO_ANSWERS } },
    { type: "line", id: "b", patch: { vat: { treatment: "taxable", rate: "5" } } },
  ]);
});

it("marks a line as not construction work, and undoes that", () => {
  const one = setConstructionWork({ ...NO_ANSWERS, notConstruction: ["gone"] }, draft, "b", false);
  expect(one.notConstruction).toEqual(["b"]);
  const two = setConstructionWork(one, draft, "c", false);
  expect(two.notConstruction).toEqual(["b", "c"]);
  expect(setConstructionWork(one, draft, "b", true)).toEqual(NO_ANSWERS);
});

it("starts with the customer's permanent answers", () => {
  const contractor = {
    ...contact,
    cis_contractor: true,
    vat_number: "GB 416 2035 90",
    end_user_notice: "We are.",
  };
  expect(getKnownAnswers(draft, contractor)).toEqual({
    ...NO_ANSWERS,
    inCis: true,
    customerRegistered: true,
    endUserNotice: true,
  });
  // The job's own answer takes precedence.
  const own = { ...draft, vatAnswers: { ...NO_ANSWERS, inCis: false } };
  expect(getKnownAnswers(own, contractor).inCis).toBe(false);
  expect(getKnownAnswers(draft, null)).toEqual(NO_ANSWERS);
});

it("saves answers that hold for every job with the customer", () => {
  const answers = { ...NO_ANSWERS, inCis: true, customerRegistered: true };
  expect(getChangedContact(contact, answers)).toMatchObject({ cis_contractor: true, vat_registered: "yes" });
  // A job outside the scheme says nothing about the customer's other jobs, and a VAT number already answers
  // the other question.
  const numbered = { ...contact, cis_contractor: true, vat_number: "GB 416 2035 90" };
  expect(getChangedContact(numbered, { ...answers, inCis: false })).toBeNull();
});

it("asks up to the question that decides", () => {
  const order = ["inCis", "bothRegistered", "notZeroRated", "notStaff", "noEndUserNotice"] as const;
  const open = { outcome: "ask", question: "notStaff", code: "asks", msg: "", confirmed: true } as const;
  expect(getVisibleQuestions(order, open)).toEqual(["inCis", "bothRegistered", "notStaff"]);
  expect(getVisibleQuestions(order, { ...open, outcome: "applies", question: null })).toHaveLength(4);
});
