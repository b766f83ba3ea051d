import { listTrueKeys } from "../../../api/all-fields";
import { type DocumentDraft, isBlankLine, type LineDraft } from "./draft";

/** Answers with what it answered last for as long as the two are the same: what is memoised on it stays still. */
export function createStableValue<T>(isSame: (last: T, next: T) => boolean): (next: T) => T {
  let last: { value: T } | null = null;
  return (next) => {
    if (last === null || !isSame(last.value, next)) last = { value: next };
    return last.value;
  };
}

/** Of each field of a draft, beside its lines, whether no figure depends on it. A field that is added does not compile until it stands here. */
const HAS_NO_EFFECT_ON_TOTALS = {
  businessProfileId: true,
  contactId: true,
  issueDate: true,
  endDate: true,
  jobDescription: true,
  jobAddress: true,
  orderNumber: true,
  notes: true,
  terms: true,
  template: true,
  documentLabourUnitType: false,
  includeLabour: false,
  labourHours: false,
  labourRate: false,
  labourUnitType: false,
  includeDiscount: false,
  discount: false,
  discountType: false,
  discountReason: false,
  vatTreatment: false,
  tax: false,
  pricesIncludeVat: false,
  supplyDate: true,
  vatAnswers: true,
  sections: false,
  priceDisplay: false,
  agreement: true,
  photos: true,
  choices: false,
  chosenChoice: false,
  includeDeposit: false,
  deposit: false,
  depositType: false,
  depositReason: false,
  cisRate: false,
  varies: false,
} as const satisfies Record<Exclude<keyof DocumentDraft, "items">, boolean>;

/** The fields around the document, which no figure depends on; as the draft and as the wire call them. */
export const FIELDS_WITHOUT_TOTALS: ReadonlySet<string> = new Set([
  ...listTrueKeys(HAS_NO_EFFECT_ON_TOTALS),
  "expiryDate",
  "dueDate",
]);

/** Whether two drafts are the same around their lines. The reducer keeps what it does not touch. */
export function isSameExceptLines(before: DocumentDraft, after: DocumentDraft): boolean {
  return getChangedFields(before, after).every((field) => field === "items");
}

/** Whether two drafts come to the same for certain: nothing but words separates them. */
export function hasSameTotals(before: DocumentDraft, after: DocumentDraft): boolean {
  const areOnlyOtherFields = getChangedFields(before, after).every(
    (field) => field === "items" || FIELDS_WITHOUT_TOTALS.has(field),
  );
  const [linesBefore, linesAfter] = [before.items, after.items];
  return (
    areOnlyOtherFields &&
    linesBefore.length === linesAfter.length &&
    linesBefore.every((line, at) => isSameExceptTexts(line, linesAfter[at]))
  );
}

function isSameExceptTexts(line: LineDraft, other: LineDraft | undefined): boolean {
  if (line === other) return true;
  if (!other || isBlankLine(line) !== isBlankLine(other)) return false;
  return getChangedFields(line, other).every((field) => field === "name" || field === "description");
}

function getChangedFields<T extends object>(before: T, after: T): (keyof T)[] {
  return (Object.keys(after) as (keyof T)[]).filter((field) => before[field] !== after[field]);
}

/** Whether two maps say the same. */
export function isSameMap<Value>(
  before: ReadonlyMap<string, Value>,
  after: ReadonlyMap<string, Value>,
): boolean {
  return before.size === after.size && [...after].every(([key, value]) => before.get(key) === value);
}
