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
import { isUnread } from "../../../ui/typed-numbers";
import { getEndDateField } from "../../kind";
import type { StoredDocument } from "../../types";
import { toAmountText, toNumberText, toPlainDecimal } from "./numberText";

/** One line during editing: every number is the text in its field. */
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
  /** The section of the line; null if it is before all sections. */
  section: string | null;
  costType: CostType;
  /** The cost of one unit to the business; null if it has no field, empty if nothing is typed. */
  cost: string | null;
}

/** A quote or an invoice during editing. */
export interface DocumentDraft {
  businessProfileId: string | null;
  contactId: string | null;
  issueDate: string;
  /** A quote's expiry date or an invoice's due date. */
  endDate: string;
  jobDescription: string;
  /** The site address, one part per line; empty if it is the customer's own address. */
  jobAddress: string;
  /** The customer's order number. */
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
  /** Whether all prices, labour rates and fixed discounts include VAT. */
  pricesIncludeVat: boolean;
  /** When the work is complete, YYYY-MM-DD, or ''. */
  supplyDate: string;
  /** The answers to the VAT questions about the job; null if there are none. */
  vatAnswers: VatAnswers | null;
  /** The sections of the job, in order. */
  sections: Section[];
  /** Which prices the customer of a quote sees. */
  priceDisplay: PriceDisplay;
  /** How and where a quote's job was agreed; null if that wasn't entered. */
  agreement: Agreement | null;
  /** A quote's photos, in order. */
  photos: Photo[];
  choices: Choice[];
  chosenChoice: string | null;
  includeDeposit: boolean;
  deposit: string;
  depositType: DepositType;
  depositReason: string;
  cisRate: string | null;
  /** The job that it varies; omitted if it isn't a variation. */
  varies?: VariedJob;
}

/** The document in the API's format, without the fields that only one kind has. */
export type DraftRequestBody = Omit<DocumentDraft, "items" | "endDate" | "varies"> & {
  items: Line[];
  /** A variation may leave lines out and have a negative total. */
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
    // As in the rules: under CIS, only lines marked as materials are excluded from the deduction.
    costType: "labour",
    cost: null,
  };
}

/** A document with only its defaults (docs/product.md, section 9: labour in hours). */
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

/**
 * Whether nothing was typed into this line: it is only a place to type, not part of the document. A number that
 * can't be read was typed, and must be marked as such.
 */
export function isBlankLine(line: LineDraft): boolean {
  return (
    line.name.trim() === "" &&
    line.description.trim() === "" &&
    toNumberText(line.price) === "" &&
    !line.includeLabour &&
    ![line.quantity, line.cost ?? "", line.vat?.rate ?? ""].some(isUnread)
  );
}

/** The lines that belong to the document, in order; the indices in error paths refer to these. */
export function getNonBlankLines(draft: DocumentDraft): LineDraft[] {
  return draft.items.filter((line) => !isBlankLine(line));
}

/** A line in the format of the rules and the server. */
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

/** The draft without its lines, in the format of the rules and the server. */
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

/**
 * The draft in the format of the rules and the server; it doesn't compile while a field of a document is
 * missing from the draft.
 */
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
 * Sets the unit of a line's labour as soon as the line has labour. If the unit followed the document, hours
 * would silently become days when the document's own unit changes.
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

/** A draft with the unit of every line's labour set: see `fillLineLabourUnit`. */
export function fillDraftLabourUnits(draft: DocumentDraft): DocumentDraft {
  return {
    ...draft,
    items: draft.items.map((line) => fillLineLabourUnit(line, draft.documentLabourUnitType)),
  };
}

/** The fields of a document that may be missing: from a stored document or from operations. */
export type PartialDocument = Partial<StoredDocument>;

/** Converts a document into a draft. */
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
    // Missing if an older version of the app, or an offline device, stored the document.
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

/** Whether two values of the API are equivalent: "20.00" equals "20", and an empty text equals null. */
export function isSameValue(a: unknown, b: unknown): boolean {
  return a === b || toCanonicalJson(a ?? null) === toCanonicalJson(b ?? null);
}

/** Whether two drafts would be saved as the same document. */
export function isSameDocument(kind: DocumentKind, a: DocumentDraft, b: DocumentDraft): boolean {
  return a === b || isSameValue(toRequestBody(kind, a), toRequestBody(kind, b));
}
