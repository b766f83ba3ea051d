import { listTrueKeys } from "../../../api/all-fields";
import { type DocumentDraft, isBlankLine, type LineDraft } from "./draft";

/** Returns the previous value while the new one is equivalent, so that memoised components don't render. */
export function createStableValue<T>(isSame: (last: T, next: T) => boolean): (next: T) => T {
  let last: { value: T } | null = null;
  return (next) => {
    if (last === null || !isSame(last.value, next)) last = { value: next };
    return last.value;
  };
}

/**
 * For each field of a draft except its lines, whether no amount depends on it. A new field doesn't compile
 * until it is listed here.
 */
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

/** The fields that no amount depends on, by their names in the draft and in the API. */
export const FIELDS_WITHOUT_TOTALS: ReadonlySet<string> = new Set([
  ...listTrueKeys(HAS_NO_EFFECT_ON_TOTALS),
  "expiryDate",
  "dueDate",
]);

/**
 * Whether two drafts are the same except for their lines. The reducer preserves the identity of unchanged
 * fields.
 */
export function isSameExceptLines(before: DocumentDraft, after: DocumentDraft): boolean {
  return getChangedFields(before, after).every((field) => field === "items");
}

/** Whether two drafts certainly have the same totals, because they differ only in texts. */
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

/** Whether two maps have the same content. */
export function isSameMap<Value>(
  before: ReadonlyMap<string, Value>,
  after: ReadonlyMap<string, Value>,
): boolean {
  return before.size === after.size && [...after].every(([key, value]) => before.get(key) === value);
}
