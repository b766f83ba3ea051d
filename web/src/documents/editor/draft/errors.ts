import type { FieldError } from "../../../api/generated/FieldError";
import { type Draft, writtenLines } from "./draft";

/** What is wrong, by field: `discount`, or `lineId.price` for a line's. */
export type FieldErrors = ReadonlyMap<string, string>;

const LINE_PATH = /^items\[(\d+)\](?:\.(.+))?$/;

/** The rules' errors by the field that shows them. Paths count the lines that were sent. */
export function byField(draft: Draft, errors: readonly FieldError[]): FieldErrors {
  const lines = writtenLines(draft);
  const found = new Map<string, string>();
  for (const error of errors) {
    const field = fieldOf(error.path, lines);
    if (!found.has(field)) found.set(field, error.msg);
  }
  return found;
}

function fieldOf(path: string, lines: { id: string }[]): string {
  const match = LINE_PATH.exec(path);
  const line = match && lines[Number(match[1])];
  if (!match || !line) return path;
  return `${line.id}.${match[2] ?? "name"}`;
}

const SHOWN_FIELDS = new Set([
  "issueDate",
  "expiryDate",
  "dueDate",
  "contactId",
  "businessProfileId",
  "jobDescription",
  "notes",
  "terms",
  "labourHours",
  "labourRate",
  "discount",
  "discountReason",
  "tax",
  "deposit",
  "depositReason",
  "cisRate",
]);

/** The sentences that no field shows: they stand beside the totals. */
export function withoutField(draft: Draft, errors: FieldErrors): string[] {
  const ids = new Set(draft.items.map((line) => line.id));
  return [...errors]
    .filter(([field]) => !SHOWN_FIELDS.has(field) && !ids.has(field.split(".")[0] ?? ""))
    .map(([, msg]) => msg);
}
