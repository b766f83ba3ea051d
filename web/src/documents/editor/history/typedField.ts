import type { DocumentDraft, LineDraft } from "../draft/draft";
import type { DraftAction } from "../draft/reducer";

const TEXT_FIELDS: ReadonlySet<string> = new Set<keyof DocumentDraft>([
  "issueDate",
  "supplyDate",
  "endDate",
  "jobDescription",
  "jobAddress",
  "orderNumber",
  "notes",
  "terms",
  "labourHours",
  "labourRate",
  "discount",
  "discountReason",
  "tax",
  "deposit",
  "depositReason",
]);

const LINE_TEXT_FIELDS: ReadonlySet<string> = new Set<keyof LineDraft>([
  "name",
  "description",
  "quantity",
  "price",
  "labourHours",
  "labourRate",
  "vat",
  "cost",
]);

/** The field that an action types into; null for one that is done at a stroke. */
export function getTypedField(
  action: DraftAction,
  { items, choices, sections, photos }: DocumentDraft,
): string | null {
  if (action.type === "sections") {
    // The same ones in the same order: one of them is renamed.
    const isRenamed =
      action.sections.length === sections.length &&
      action.sections.every(({ id }, at) => id === sections[at]?.id);
    return isRenamed ? "sections" : null;
  }
  if (action.type === "choices") {
    // The same ones in the same order: one of them is renamed.
    const isRenamed =
      action.choices.length === choices.length &&
      action.choices.every(({ id }, at) => id === choices[at]?.id);
    return isRenamed && choices.length > 0 ? "choices" : null;
  }
  if (action.type !== "set" && action.type !== "line") return null;
  const fields = Object.keys(action.patch);
  const [field, another] = fields;
  // A price that a mark-up makes of the cost comes with it.
  const isCost = action.type === "line" && fields.length === 2 && field === "cost" && another === "price";
  if (field === undefined || (another !== undefined && !isCost)) return null;
  if (field === "photos" && action.type === "set") {
    // The same ones in the same order: what stands below one of them is written.
    const after = action.patch.photos ?? [];
    const isCaptionTyped =
      after.length === photos.length && after.every(({ id }, at) => id === photos[at]?.id);
    return isCaptionTyped ? field : null;
  }
  if (action.type === "set") return TEXT_FIELDS.has(field) ? field : null;
  const line = items.find(({ id }) => id === action.id);
  // To switch a line's own figure on is a stroke; to type it is not.
  const isThere = line?.[field as keyof LineDraft] !== null && Object.values(action.patch)[0] !== null;
  return LINE_TEXT_FIELDS.has(field) && isThere ? `${action.id}.${field}` : null;
}
