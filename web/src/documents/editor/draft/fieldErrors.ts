import type { DocumentKind } from "../../../api/generated/DocumentKind";
import type { FieldError } from "../../../api/generated/FieldError";
import type { Rules } from "../../../rules/rules";
import { getEndDateField, KINDS } from "../../kind";
import { type DocumentDraft, getNonBlankLines, type LineDraft } from "./draft";
import { toNumberText } from "./numberText";

/** A field and its approximate share of the sum, only to find the largest; never displayed. */
interface TotalContribution {
  field: string;
  amount: number;
}

const parseRoughly = (text: string) => Number(toNumberText(text)) || 0;

/**
 * The field that brought the sum of the lines out of range: among those changed since the sum was last valid,
 * the one with the largest share; among all if none changed. null if there is nothing to mark.
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

/** The errors by field: `discount`, or `lineId.price` for a line's. */
export type FieldErrors = ReadonlyMap<string, string>;

const LINE_PATH = /^items\[(\d+)\](?:\.(.+))?$/;

/** The paths of errors about the sum of the lines or their number, for which a line is marked. */
const TOTAL_PATHS = new Set(["subtotalAmount", "totalAmount"]);

/** The fields of a line that display their own errors; for the others, the name is marked. */
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
 * Maps the rules' errors to the fields that display them. The indices in paths refer to the lines that were
 * sent. A sum out of range is displayed at the line that caused it since `lastValid`, the last draft with
 * valid sums.
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
  // All photos share one place for errors.
  if (path.startsWith("photos[")) return "photos";
  const match = LINE_PATH.exec(path);
  const line = match && lines[Number(match[1])];
  if (!match || !line) return path;
  const field = match[2] ?? "";
  return `${line.id}.${LINE_FIELDS.has(field) ? field : "name"}`;
}

/**
 * Adds an error if the end date is before the issue date: the customer could do nothing with such a document,
 * so it is stored but not sent.
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
  // Conflicts with prices that include VAT are displayed at their switch.
  "vatTreatment",
  "deposit",
  "depositReason",
  "cisRate",
]);

/** The messages that no field displays; they are shown beside the totals. */
export function getErrorsWithoutField(draft: DocumentDraft, errors: FieldErrors): string[] {
  const ids = new Set(draft.items.map((line) => line.id));
  return [...errors]
    .filter(([field]) => !FIELDS_WITH_MESSAGE.has(field) && !ids.has(field.split(".")[0] ?? ""))
    .map(([, msg]) => msg);
}
