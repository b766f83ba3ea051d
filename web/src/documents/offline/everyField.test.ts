import { expect, test } from "vitest";
import { createEmptyContact, toContactInput } from "../../entities/contacts/contact";
import { createEmptyItem, toItemInput } from "../../entities/items/item";
import { createEmptyProfile, toProfileInput } from "../../entities/profiles/profile";
import { toTemplateInput } from "../../entities/quote-templates/quoteTemplate";
import { hashContent } from "../accepting/seal";
import { pickTypedFields } from "../accepting/unissued";
import {
  createEmptyDraft,
  createEmptyLine,
  type DocumentDraft,
  type LineDraft,
  toDocumentDraft,
  toRequestBody,
} from "../editor/draft/draft";
import type { StoredDocument } from "../types";

const LINE: LineDraft = {
  id: "bath",
  name: "Steel bath",
  description: "With legs",
  quantity: "2",
  price: "320.50",
  includeLabour: true,
  labourHours: "1.75",
  labourRate: "43.25",
  labourUnitType: "days",
  vat: { treatment: "taxable", rate: "5" },
  optional: true,
  selected: false,
  choice: "best",
  section: "room",
  costType: "materials",
  cost: "210.40",
};

/** A new field of a draft doesn't compile until it has a value here. */
const DRAFT: Required<DocumentDraft> = {
  businessProfileId: "profile",
  contactId: "contact",
  issueDate: "2026-11-16",
  endDate: "2026-12-09",
  jobDescription: "Fit a bath",
  jobAddress: "7 Tap Lane",
  orderNumber: "PO-4711",
  notes: "Parking at the back",
  terms: "Payment on the day",
  template: "bold",
  items: [LINE],
  documentLabourUnitType: "days",
  includeLabour: true,
  labourHours: "3.25",
  labourRate: "260.50",
  labourUnitType: "days",
  includeDiscount: true,
  discount: "7",
  discountType: "other",
  discountReason: "For the delay",
  vatTreatment: "exempt",
  tax: "17.5",
  pricesIncludeVat: true,
  supplyDate: "2026-11-20",
  vatAnswers: {
    reliefs: ["emptyHome"],
    inCis: true,
    customerRegistered: false,
    staff: true,
    endUserNotice: false,
    notConstruction: ["bath"],
  },
  sections: [{ id: "room", name: "Bathroom" }],
  priceDisplay: "sections",
  agreement: {
    customer: "business",
    place: "distance",
    urgent: true,
    newBuild: false,
    supplies: "labour",
    workTime: "In May",
  },
  photos: [{ id: "photo", line: "bath", caption: "The old bath", width: 640, height: 480 }],
  choices: [
    { id: "good", name: "Good" },
    { id: "best", name: "Best" },
  ],
  chosenChoice: "best",
  includeDeposit: true,
  deposit: "90",
  depositType: "fixed",
  depositReason: "For the boiler",
  cisRate: "20",
  varies: { id: "job", quoteNumber: "Q-0012", agreed: "100.00" },
};

test("no field has its default value", () => {
  const usual: DocumentDraft = createEmptyDraft("", "", "line");
  for (const field of Object.keys(DRAFT) as (keyof DocumentDraft)[]) {
    expect(DRAFT[field], field).not.toEqual(usual[field]);
  }
  const line = createEmptyLine("line");
  for (const field of Object.keys(LINE) as (keyof LineDraft)[]) {
    expect(LINE[field], field).not.toEqual(line[field]);
  }
});

const stored = { ...toRequestBody("quote", DRAFT), variationOf: DRAFT.varies } as unknown as StoredDocument;

test("every field of a draft is sent, and read again as it was typed", () => {
  expect(toDocumentDraft("quote", stored, () => "new")).toEqual(DRAFT);
});

test("a template has every field about the work and no field about one job", () => {
  const kept = toTemplateInput(stored, "Bath");
  const back = toDocumentDraft("quote", kept as unknown as StoredDocument, () => "new");
  const { varies: _, ...draft } = DRAFT;
  expect(back).toEqual({
    ...draft,
    contactId: null,
    issueDate: "",
    endDate: "",
    jobAddress: "",
    orderNumber: "",
    supplyDate: "",
    vatAnswers: null,
    photos: [],
    agreement: { ...DRAFT.agreement, customer: null, place: null, urgent: null, newBuild: null },
  });
});

test("the content hash depends on every typed field", async () => {
  const whole = await hashContent("quote", pickTypedFields(stored));
  const { endDate: _, varies: __, ...fields } = DRAFT;
  for (const field of [...Object.keys(fields), "expiryDate"]) {
    const without = { ...stored, [field]: undefined };
    expect(await hashContent("quote", pickTypedFields(without)), field).not.toBe(whole);
  }
});

/** A different value for each field, so that swapped fields are noticed. */
const distinct = <T extends object>(of: T): T =>
  Object.fromEntries(Object.keys(of).map((field) => [field, `its ${field}`])) as T;

test.each([
  ["contact", createEmptyContact(), toContactInput],
  ["item", createEmptyItem(), toItemInput],
  ["business profile", createEmptyProfile(), toProfileInput],
] as [string, object, (of: never) => object][])("every field of a %s is sent", (_, empty, input) => {
  const typed = distinct(empty);
  const record = { ...typed, id: "id", version: 3, createdAt: 1, updatedAt: 2 };
  expect(input(record as never)).toEqual(typed);
});
