import type { Agreement } from "../../../api/generated/Agreement";
import type { Choice } from "../../../api/generated/Choice";
import type { CostType } from "../../../api/generated/CostType";
import type { DepositType } from "../../../api/generated/DepositType";
import type { DiscountType } from "../../../api/generated/DiscountType";
import type { DocumentKind } from "../../../api/generated/DocumentKind";
import type { LabourUnit } from "../../../api/generated/LabourUnit";
import type { Line } from "../../../api/generated/Line";
import type { Photo } from "../../../api/generated/Photo";
import type { PriceDisplay } from "../../../api/generated/PriceDisplay";
import type { QuoteInput } from "../../../api/generated/QuoteInput";
import type { Section } from "../../../api/generated/Section";
import type { Treatment } from "../../../api/generated/Treatment";
import type { VatAnswers } from "../../../api/generated/VatAnswers";
import type { VariedJob } from "../../../offline/unsent-edits";
import { STANDARD_VAT_RATE } from "../../../rules/rates";
import { getEndDateField } from "../../kind";
import type { StoredDocument } from "../../types";
import { toAmountText, toNumberText, toPlainDecimal } from "./numberText";

/** One line as it is being typed: every number is the text in its field. */
export interface LineDraft {
  id: string;
  name: string;
  description: string;
  quantity: string;
  price: string;
  includeLabour: boolean;
  labourHours: string;
  labourRate: string;
  labourUnitType: LabourUnit | null;
  vat: { treatment: Treatment; rate: string } | null;
  optional: boolean;
  selected: boolean;
  choice: string | null;
  /** The section it stands in; null: it stands before them all. */
  section: string | null;
  costType: CostType;
  /** What one costs the business; null: there is no field for it, empty: it is not typed yet. */
  cost: string | null;
}

/** A quote or an invoice as it is being typed. */
export interface DocumentDraft {
  businessProfileId: string | null;
  contactId: string | null;
  issueDate: string;
  /** A quote's expiry date, an invoice's due date. */
  endDate: string;
  jobDescription: string;
  /** Where the job is, a line a part; empty: at the customer's own address. */
  jobAddress: string;
  /** The customer's own number of their order. */
  orderNumber: string;
  notes: string;
  /** null: the business profile's. */
  terms: string | null;
  /** null: the business profile's. */
  template: string | null;
  items: LineDraft[];
  documentLabourUnitType: LabourUnit;
  includeLabour: boolean;
  labourHours: string;
  labourRate: string;
  labourUnitType: LabourUnit;
  includeDiscount: boolean;
  discount: string;
  discountType: DiscountType;
  discountReason: string;
  vatTreatment: Treatment;
  tax: string;
  /** Every price, labour rate and fixed discount is with VAT. */
  pricesIncludeVat: boolean;
  /** When the work is complete, YYYY-MM-DD, or ''. */
  supplyDate: string;
  /** What VAT asks about the job; null: nothing was answered. */
  vatAnswers: VatAnswers | null;
  /** The parts of the job under headings of their own, in their order. */
  sections: Section[];
  /** Which prices the customer of a quote sees. */
  priceDisplay: PriceDisplay;
  /** How and where a quote's job is agreed; null: nobody said so. */
  agreement: Agreement | null;
  /** A quote's photos, in their order. */
  photos: Photo[];
  choices: Choice[];
  chosenChoice: string | null;
  includeDeposit: boolean;
  deposit: string;
  depositType: DepositType;
  depositReason: string;
  cisRate: string | null;
  /** The job that it varies; left out of what varies none. */
  varies?: VariedJob;
}

/** The document's input on the wire, less what only one kind has. */
export type DraftRequestBody = Omit<DocumentDraft, "items" | "endDate" | "varies"> & {
  items: Line[];
  /** It may leave something out, and come to less than nothing. */
  variation?: true;
  expiryDate?: string;
  dueDate?: string;
};

/** A line with nothing in it. */
export function createEmptyLine(id: string): LineDraft {
  return {
    id,
    name: "",
    description: "",
    quantity: "1",
    price: "",
    includeLabour: false,
    labourHours: "",
    labourRate: "",
    labourUnitType: null,
    vat: null,
    optional: false,
    selected: true,
    choice: null,
    section: null,
    // As the rules have it: under CIS only what is said to be materials is left out of the deduction.
    costType: "labour",
    cost: null,
  };
}

/** A document with nothing in it but its defaults (docs/product.md, section 9: labour in hours). */
export function createEmptyDraft(issueDate: string, endDate: string, firstLineId: string): DocumentDraft {
  return {
    businessProfileId: null,
    contactId: null,
    issueDate,
    endDate,
    jobDescription: "",
    jobAddress: "",
    orderNumber: "",
    notes: "",
    terms: null,
    template: null,
    items: [createEmptyLine(firstLineId)],
    documentLabourUnitType: "hours",
    includeLabour: false,
    labourHours: "",
    labourRate: "",
    labourUnitType: "hours",
    includeDiscount: false,
    discount: "",
    discountType: "percentage",
    discountReason: "",
    vatTreatment: "taxable",
    tax: STANDARD_VAT_RATE,
    pricesIncludeVat: false,
    supplyDate: "",
    vatAnswers: null,
    sections: [],
    priceDisplay: "lines",
    agreement: null,
    photos: [],
    choices: [],
    chosenChoice: null,
    includeDeposit: false,
    deposit: "",
    depositType: "percentage",
    depositReason: "",
    cisRate: null,
  };
}

/** Nothing was typed into this line: it is a place to type, not a part of the document. */
export function isBlankLine(line: LineDraft): boolean {
  return (
    line.name.trim() === "" &&
    line.description.trim() === "" &&
    toNumberText(line.price) === "" &&
    !line.includeLabour
  );
}

/** The lines that belong to the document, in order; error paths count these. */
export function getNonBlankLines(draft: DocumentDraft): LineDraft[] {
  return draft.items.filter((line) => !isBlankLine(line));
}

/** A line as the rules and the server take it. */
export function toRequestLine(line: LineDraft): Line {
  return {
    ...line,
    name: line.name.trim(),
    description: line.description.trim(),
    quantity: toNumberText(line.quantity),
    price: toNumberText(line.price),
    labourHours: toNumberText(line.labourHours),
    labourRate: toNumberText(line.labourRate),
    vat: line.vat && { ...line.vat, rate: toNumberText(line.vat.rate) },
    cost: toNumberText(line.cost ?? "") || null,
  };
}

/** The draft without its lines, as the rules and the server take it. */
export function toRequestHeader(kind: DocumentKind, draft: DocumentDraft): Omit<DraftRequestBody, "items"> {
  const { endDate, items: _lines, varies, ...rest } = draft;
  return {
    ...rest,
    labourHours: toNumberText(draft.labourHours),
    labourRate: toNumberText(draft.labourRate),
    discount: toNumberText(draft.discount),
    tax: toNumberText(draft.tax),
    deposit: toNumberText(draft.deposit),
    [getEndDateField(kind)]: endDate,
    ...(varies && { variation: true as const }),
  };
}

/** The draft as the rules and the server take it: it does not compile while a field of a document is in no draft. */
export function toRequestBody(kind: DocumentKind, draft: DocumentDraft): DraftRequestBody {
  return {
    ...toRequestHeader(kind, draft),
    items: getNonBlankLines(draft).map(toRequestLine),
  } satisfies Record<Exclude<keyof QuoteInput, "expiryDate">, unknown>;
}

function toText(value: string | number | null | undefined): string {
  return value === null || value === undefined ? "" : String(value);
}

/**
 * Labour of a line is in hours or days of its own from the moment it is there: left to follow the document, it
 * would turn from hours into days when the document's own labour does, unseen.
 */
export function fillLineLabourUnit(line: LineDraft, unit: LabourUnit): LineDraft {
  return line.includeLabour && line.labourUnitType === null ? { ...line, labourUnitType: unit } : line;
}

function toLineDraft(line: Line, fallbackId: string): LineDraft {
  return {
    id: line.id || fallbackId,
    name: toText(line.name),
    description: toText(line.description),
    quantity: toPlainDecimal(toText(line.quantity)),
    price: toAmountText(toText(line.price)),
    includeLabour: line.includeLabour ?? false,
    labourHours: toPlainDecimal(toText(line.labourHours)),
    labourRate: toAmountText(toText(line.labourRate)),
    labourUnitType: line.labourUnitType ?? null,
    vat: line.vat ? { treatment: line.vat.treatment, rate: toPlainDecimal(toText(line.vat.rate)) } : null,
    optional: line.optional ?? false,
    selected: line.selected ?? true,
    choice: line.choice ?? null,
    section: line.section ?? null,
    costType: line.costType ?? "labour",
    cost: line.cost === null || line.cost === undefined ? null : toAmountText(toText(line.cost)),
  };
}

/** A draft whose lines' labour is in units of their own: see `fillLineLabourUnit`. */
export function fillDraftLabourUnits(draft: DocumentDraft): DocumentDraft {
  return {
    ...draft,
    items: draft.items.map((line) => fillLineLabourUnit(line, draft.documentLabourUnitType)),
  };
}

/** What is read of a document: of a stored one, or of what operations make of one. */
export type PartialDocument = Partial<StoredDocument>;

/** The draft that says what a document says. */
export function toDocumentDraft(
  kind: DocumentKind,
  stored: PartialDocument,
  newId: () => string,
): DocumentDraft {
  const documentLabourUnitType = stored.documentLabourUnitType ?? "hours";
  const items = (stored.items ?? []).map((line) => toLineDraft(line, newId()));
  return {
    businessProfileId: stored.businessProfileId ?? null,
    contactId: stored.contactId ?? null,
    issueDate: toText(stored.issueDate),
    endDate: toText(stored[getEndDateField(kind)]),
    jobDescription: toText(stored.jobDescription),
    jobAddress: toText(stored.jobAddress),
    orderNumber: toText(stored.orderNumber),
    notes: toText(stored.notes),
    terms: stored.terms ?? null,
    template: stored.template ?? null,
    items: items.length > 0 ? items : [createEmptyLine(newId())],
    documentLabourUnitType,
    includeLabour: stored.includeLabour ?? false,
    labourHours: toPlainDecimal(toText(stored.labourHours)),
    labourRate: toAmountText(toText(stored.labourRate)),
    labourUnitType: stored.labourUnitType ?? documentLabourUnitType,
    includeDiscount: stored.includeDiscount ?? false,
    discount: toPlainDecimal(toText(stored.discount)),
    discountType: stored.discountType ?? "percentage",
    discountReason: toText(stored.discountReason),
    vatTreatment: stored.vatTreatment ?? "taxable",
    tax: toPlainDecimal(toText(stored.tax)),
    // An older version of the app, and a device without signal, may hold a document without it.
    pricesIncludeVat: stored.pricesIncludeVat ?? false,
    supplyDate: toText(stored.supplyDate),
    vatAnswers: stored.vatAnswers ?? null,
    sections: stored.sections ?? [],
    priceDisplay: stored.priceDisplay ?? "lines",
    agreement: stored.agreement ?? null,
    photos: stored.photos ?? [],
    choices: stored.choices ?? [],
    chosenChoice: stored.chosenChoice ?? null,
    includeDeposit: stored.includeDeposit ?? false,
    deposit: toPlainDecimal(toText(stored.deposit)),
    depositType: stored.depositType ?? "percentage",
    depositReason: toText(stored.depositReason),
    cisRate: stored.cisRate === null || stored.cisRate === undefined ? null : toText(stored.cisRate),
    ...(stored.variationOf && { varies: stored.variationOf }),
  };
}

function toCanonicalJson(wire: unknown): string {
  return JSON.stringify(wire, (_key, value: unknown) =>
    value === "" || value === undefined ? null : typeof value === "string" ? toPlainDecimal(value) : value,
  );
}

/** Whether two values of the wire say the same: "20.00" is "20", and an empty text is none. */
export function isSameValue(a: unknown, b: unknown): boolean {
  return a === b || toCanonicalJson(a ?? null) === toCanonicalJson(b ?? null);
}

/** Two drafts that would be saved as the same document. */
export function isSameDocument(kind: DocumentKind, a: DocumentDraft, b: DocumentDraft): boolean {
  return a === b || isSameValue(toRequestBody(kind, a), toRequestBody(kind, b));
}
