import type { Draft, LineDraft } from "../draft/draft";

/** The first field that two drafts differ in, as errors name it: `discount`, or `lineId.price`; null for none. */
export function changedPlace(before: Draft, after: Draft): string | null {
  const was = new Map(before.items.map((line) => [line.id, line]));
  for (const line of after.items) {
    const old = was.get(line.id);
    if (!old) return `${line.id}.name`;
    if (old === line) continue;
    const fields = Object.keys(line) as (keyof LineDraft)[];
    const field = fields.find((one) => JSON.stringify(old[one]) !== JSON.stringify(line[one]));
    if (field) return `${line.id}.${field}`;
  }
  const fields = Object.keys(after) as (keyof Draft)[];
  const field = fields.find((one) => one !== "items" && before[one] !== after[one]);
  if (field) return field;
  const stay = new Set(after.items.map(({ id }) => id));
  const gone = before.items.findIndex(({ id }) => !stay.has(id));
  // Where a line went: the one that stands in its place.
  const near = gone < 0 ? null : (after.items[gone] ?? after.items.at(-1));
  return near ? `${near.id}.name` : null;
}
