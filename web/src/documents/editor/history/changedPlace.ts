import type { DocumentDraft, LineDraft } from "../draft/draft";

/** The first field that two drafts differ in, as errors name it: `discount`, or `lineId.price`; null for none. */
export function findChangedField(before: DocumentDraft, after: DocumentDraft): string | null {
  const linesBefore = new Map(before.items.map((line) => [line.id, line]));
  for (const line of after.items) {
    const old = linesBefore.get(line.id);
    if (!old) return `${line.id}.name`;
    if (old === line) continue;
    const fields = Object.keys(line) as (keyof LineDraft)[];
    const field = fields.find((one) => JSON.stringify(old[one]) !== JSON.stringify(line[one]));
    if (field) return `${line.id}.${field}`;
  }
  const fields = Object.keys(after) as (keyof DocumentDraft)[];
  const field = fields.find((one) => one !== "items" && before[one] !== after[one]);
  if (field) return field;
  const remainingIds = new Set(after.items.map(({ id }) => id));
  const removedIndex = before.items.findIndex(({ id }) => !remainingIds.has(id));
  // Where a line went: the one that stands in its place.
  const near = removedIndex < 0 ? null : (after.items[removedIndex] ?? after.items.at(-1));
  return near ? `${near.id}.name` : null;
}
