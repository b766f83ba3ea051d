import type { DocumentKind } from "../../../api/generated/DocumentKind";
import type { FieldError } from "../../../api/generated/FieldError";
import type { Rules } from "../../../rules/rules";
import { getEndDateField, KINDS } from "../../kind";
import { type DocumentDraft, getNonBlankLines, type LineDraft } from "./draft";
import { toNumberText } from "./numberText";

/** A field and roughly what it brings to the sum: enough to see which is the largest, and never shown. */
interface TotalContribution {
  field: string;
  amount: number;
}

const parseRoughly = (text: string) => Number(toNumberText(text)) || 0;

/**
 * The field that brought the sum of the lines out of its bounds: of those that changed since the sum last stood, the
 * one that weighs most; of all of them where none did. null where there is nothing to mark.
 */
export function findFieldOverLimit(draft: DocumentDraft, lastValid: DocumentDraft | null): string | null {
  const previousLines = new Map(lastValid?.items.map((line) => [line.id, line]));
  const contributions = getNonBlankLines(draft).flatMap((line) =>
    getLineContributions(line, previousLines.get(line.id)),
  );
  if (draft.includeLabour) contributions.push(...getLabourContribution(draft, lastValid));
  const sum = contributions.reduce((total, { amount }) => total + amount, 0);
  const changed = contributions.filter((share) => share.isNew);
  const weight = (share: TotalContribution) => (sum < 0 ? -share.amount : share.amount);
  const [heaviest] = (changed.length > 0 ? changed : contributions).sort((a, b) => weight(b) - weight(a));
  return heaviest?.field ?? null;
}

function getLineContributions(
  line: LineDraft,
  previous: LineDraft | undefined,
): (TotalContribution & { isNew: boolean })[] {
  const isOnlyQuantityChanged =
    previous !== undefined && previous.price === line.price && previous.quantity !== line.quantity;
  const goods = {
    field: `${line.id}.${isOnlyQuantityChanged ? "quantity" : "price"}`,
    amount: parseRoughly(line.quantity) * parseRoughly(line.price),
    isNew: previous === undefined || previous.price !== line.price || previous.quantity !== line.quantity,
  };
  if (!line.includeLabour) return [goods];
  const labour = {
    field: `${line.id}.labourRate`,
    amount: parseRoughly(line.labourHours) * parseRoughly(line.labourRate),
    isNew:
      previous === undefined ||
      !previous.includeLabour ||
      previous.labourHours !== line.labourHours ||
      previous.labourRate !== line.labourRate,
  };
  return [goods, labour];
}

function getLabourContribution(
  draft: DocumentDraft,
  lastValid: DocumentDraft | null,
): (TotalContribution & { isNew: boolean })[] {
  const isNew =
    lastValid !== null &&
    (!lastValid.includeLabour ||
      lastValid.labourHours !== draft.labourHours ||
      lastValid.labourRate !== draft.labourRate);
  return [
    { field: "labourRate", amount: parseRoughly(draft.labourHours) * parseRoughly(draft.labourRate), isNew },
  ];
}

/** What is wrong, by field: `discount`, or `lineId.price` for a line's. */
export type FieldErrors = ReadonlyMap<string, string>;

const LINE_PATH = /^items\[(\d+)\](?:\.(.+))?$/;

/** What is wrong with the sum of the lines, and with their number: a line is marked for it. */
const TOTAL_PATHS = new Set(["subtotalAmount", "totalAmount"]);

/** A line's fields that show their own errors; of the others the name is marked. */
const LINE_FIELDS = new Set([
  "quantity",
  "price",
  "labourHours",
  "labourRate",
  "vat.rate",
  "vat",
  "cost",
  "description",
]);

/**
 * The rules' errors by the field that shows them. Paths count the lines that were sent. A sum out of its bounds is
 * shown by the line that brought it there since `lastValid`, the last draft whose sums stood.
 */
export function mapErrorsToFields(
  draft: DocumentDraft,
  errors: readonly FieldError[],
  lastValid: DocumentDraft | null,
): FieldErrors {
  const lines = getNonBlankLines(draft);
  const messages = new Map<string, string>();
  for (const error of errors) {
    const field = TOTAL_PATHS.has(error.path)
      ? (findFieldOverLimit(draft, lastValid) ?? error.path)
      : findFieldForPath(error.path, lines);
    if (!messages.has(field)) messages.set(field, error.msg);
  }
  return messages;
}

function findFieldForPath(path: string, lines: { id: string }[]): string {
  const last = lines.at(-1);
  if (path === "items" && last) return `${last.id}.name`;
  // They have one place for what is wrong with any of them.
  if (path.startsWith("photos[")) return "photos";
  const match = LINE_PATH.exec(path);
  const line = match && lines[Number(match[1])];
  if (!match || !line) return path;
  const field = match[2] ?? "";
  return `${line.id}.${LINE_FIELDS.has(field) ? field : "name"}`;
}

/**
 * The customer of a document that is over before it begins could do nothing with it: it is kept, and not sent.
 */
export function addDateErrors(
  errors: FieldErrors,
  kind: DocumentKind,
  { issueDate, endDate }: DocumentDraft,
  { datesProblem }: Pick<Rules, "datesProblem">,
): FieldErrors {
  if (datesProblem(kind, issueDate, endDate) === "") return errors;
  const { name } = KINDS[kind];
  return new Map(errors).set(getEndDateField(kind), `This can’t be before the ${name}’s own date.`);
}

const FIELDS_WITH_MESSAGE = new Set([
  "issueDate",
  "supplyDate",
  "expiryDate",
  "dueDate",
  "contactId",
  "businessProfileId",
  "jobDescription",
  "jobAddress",
  "orderNumber",
  "notes",
  "photos",
  "terms",
  "labourHours",
  "labourRate",
  "discount",
  "discountReason",
  "tax",
  // What does not go with prices that include VAT is said at their switch.
  "vatTreatment",
  "deposit",
  "depositReason",
  "cisRate",
]);

/** The sentences that no field shows: they stand beside the totals. */
export function getErrorsWithoutField(draft: DocumentDraft, errors: FieldErrors): string[] {
  const ids = new Set(draft.items.map((line) => line.id));
  return [...errors]
    .filter(([field]) => !FIELDS_WITH_MESSAGE.has(field) && !ids.has(field.split(".")[0] ?? ""))
    .map(([, msg]) => msg);
}
