import { namesIn } from "../../../api/every";
import { type Draft, isBlank, type LineDraft } from "./draft";

/** Answers with what it answered last for as long as the two are the same: what is memoised on it stays still. */
export function steadied<T>(isSame: (last: T, next: T) => boolean): (next: T) => T {
  let last: { value: T } | null = null;
  return (next) => {
    if (last === null || !isSame(last.value, next)) last = { value: next };
    return last.value;
  };
}

/** Of each field of a draft, beside its lines, whether no figure depends on it. A field that is added does not compile until it stands here. */
const IS_AROUND = {
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
} as const satisfies Record<Exclude<keyof Draft, "items">, boolean>;

/** The fields around the document, which no figure depends on; as the draft and as the wire call them. */
export const AROUND: ReadonlySet<string> = new Set([...namesIn(IS_AROUND), "expiryDate", "dueDate"]);

/** Whether two drafts are the same around their lines. The reducer keeps what it does not touch. */
export function isSameAroundLines(before: Draft, after: Draft): boolean {
  return differing(before, after).every((field) => field === "items");
}

/** Whether two drafts come to the same for certain: nothing but words separates them. */
export function comesToTheSame(before: Draft, after: Draft): boolean {
  const isAround = differing(before, after).every((field) => field === "items" || AROUND.has(field));
  const [was, is] = [before.items, after.items];
  return isAround && was.length === is.length && was.every((line, at) => isSameButWords(line, is[at]));
}

function isSameButWords(line: LineDraft, other: LineDraft | undefined): boolean {
  if (line === other) return true;
  if (!other || isBlank(line) !== isBlank(other)) return false;
  return differing(line, other).every((field) => field === "name" || field === "description");
}

function differing<T extends object>(before: T, after: T): (keyof T)[] {
  return (Object.keys(after) as (keyof T)[]).filter((field) => before[field] !== after[field]);
}

/** Whether two maps say the same. */
export function isSameMap<Value>(
  before: ReadonlyMap<string, Value>,
  after: ReadonlyMap<string, Value>,
): boolean {
  return before.size === after.size && [...after].every(([key, value]) => before.get(key) === value);
}
