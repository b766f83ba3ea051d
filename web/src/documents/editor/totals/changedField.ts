import type { DocumentDraft, LineDraft } from "../draft/draft";

/**
 * The one field in which two drafts differ: `tax`, or `lineId.price` for a line's; null where they differ in none, or in
 * more. A cost brings the price that its mark-up makes along.
 */
export function findOnlyChangedField(before: DocumentDraft, after: DocumentDraft): string | null {
  const fields = listChangedFields(before, after);
  const [field, another] = fields;
  if (field === undefined || another !== undefined) return null;
  return field === "items" ? findOnlyChangedLineField(before.items, after.items) : field;
}

function findOnlyChangedLineField(before: readonly LineDraft[], after: readonly LineDraft[]): string | null {
  if (before.length !== after.length) return null;
  const changed = after.flatMap((line, at) => (line === before[at] ? [] : [at]));
  const [at, another] = changed;
  if (at === undefined || another !== undefined) return null;
  const [was, is] = [before[at], after[at]];
  if (!was || !is || was.id !== is.id) return null;
  const fields = listChangedFields(was, is);
  const isCost = fields.length === 2 && fields.includes("cost") && fields.includes("price");
  if (isCost) return `${is.id}.cost`;
  return fields.length === 1 ? `${is.id}.${fields[0]}` : null;
}

function listChangedFields<T extends object>(before: T, after: T): (keyof T & string)[] {
  return (Object.keys(after) as (keyof T & string)[]).filter((field) => before[field] !== after[field]);
}
