import type { DocumentKind } from "../../../api/generated/DocumentKind";
import { endFieldOf } from "../../kind";
import {
  type Draft,
  fromWire,
  headerToWire,
  isBlank,
  type LineDraft,
  lineToWire,
  sameValue,
  type Written,
  withUnits,
} from "../draft/draft";

/**
 * The draft that says what `merged` says, with every field that says the same left as it was typed ("12." stays
 * "12."), lines that did not change left as they are, and the places to type that are not written yet left where
 * they stand. The same draft where nothing differs.
 */
export function takeIn(kind: DocumentKind, mine: Draft, merged: Written, newId: () => string): Draft {
  const fresh = withUnits(fromWire(kind, merged, newId));
  const items = takeInLines(mine.items, fresh.items, (merged.items ?? []).length);
  const [was, is] = [headerToWire(kind, mine), headerToWire(kind, fresh)] as [Fields, Fields];
  const { items: _, ...header } = fresh;
  const differing = (Object.keys(header) as (keyof typeof header)[]).filter((field) => {
    const name = field === "endDate" ? endFieldOf(kind) : field;
    return !sameValue(was[name], is[name]);
  });
  if (differing.length === 0 && items === mine.items) return mine;
  return { ...mine, ...Object.fromEntries(differing.map((field) => [field, header[field]])), items };
}

type Fields = Record<string, unknown>;

function takeInLines(mine: LineDraft[], fresh: LineDraft[], written: number): LineDraft[] {
  const own = new Map(mine.map((line) => [line.id, line]));
  const lines = fresh.slice(0, written).map((line) => takeInLine(own.get(line.id), line));
  const taken = new Set(lines.map(({ id }) => id));
  mine.forEach((line, at) => {
    if (!isBlank(line) || taken.has(line.id)) return;
    const before = lines.findIndex(({ id }) => id === mine[at - 1]?.id);
    lines.splice(before + 1, 0, line);
  });
  if (lines.length === 0) return fresh;
  const same = lines.length === mine.length && lines.every((line, at) => line === mine[at]);
  return same ? mine : lines;
}

function takeInLine(mine: LineDraft | undefined, fresh: LineDraft): LineDraft {
  if (!mine) return fresh;
  const [was, is] = [lineToWire(mine), lineToWire(fresh)];
  const fields = Object.keys(is) as (keyof LineDraft)[];
  const differing = fields.filter((field) => !sameValue(was[field], is[field]));
  if (differing.length === 0) return mine;
  return { ...mine, ...Object.fromEntries(differing.map((field) => [field, fresh[field]])) };
}
