import type { DocumentKind } from "../../../api/generated/DocumentKind";
import { getEndDateField } from "../../kind";
import {
  type DocumentDraft,
  fillDraftLabourUnits,
  isBlankLine,
  isSameValue,
  type LineDraft,
  type PartialDocument,
  toDocumentDraft,
  toRequestHeader,
  toRequestLine,
} from "../draft/draft";

/**
 * The draft that says what `merged` says, with every field that says the same left as it was typed ("12." stays
 * "12."), lines that did not change left as they are, and the places to type that are not written yet left where
 * they stand. The same draft where nothing differs.
 */
export function applyMerged(
  kind: DocumentKind,
  mine: DocumentDraft,
  merged: PartialDocument,
  newId: () => string,
): DocumentDraft {
  const mergedDraft = fillDraftLabourUnits(toDocumentDraft(kind, merged, newId));
  const items = applyMergedLines(mine.items, mergedDraft.items, (merged.items ?? []).length);
  const [was, is] = [toRequestHeader(kind, mine), toRequestHeader(kind, mergedDraft)] as [
    HeaderFields,
    HeaderFields,
  ];
  const { items: _, ...header } = mergedDraft;
  const differing = (Object.keys(header) as (keyof typeof header)[]).filter((field) => {
    const name = field === "endDate" ? getEndDateField(kind) : field;
    return !isSameValue(was[name], is[name]);
  });
  if (differing.length === 0 && items === mine.items) return mine;
  return { ...mine, ...Object.fromEntries(differing.map((field) => [field, header[field]])), items };
}

type HeaderFields = Record<string, unknown>;

function applyMergedLines(mine: LineDraft[], fresh: LineDraft[], written: number): LineDraft[] {
  const ownLines = new Map(mine.map((line) => [line.id, line]));
  const lines = fresh.slice(0, written).map((line) => applyMergedLine(ownLines.get(line.id), line));
  const takenIds = new Set(lines.map(({ id }) => id));
  mine.forEach((line, at) => {
    if (!isBlankLine(line) || takenIds.has(line.id)) return;
    const before = lines.findIndex(({ id }) => id === mine[at - 1]?.id);
    lines.splice(before + 1, 0, line);
  });
  if (lines.length === 0) return fresh;
  const isSameList = lines.length === mine.length && lines.every((line, at) => line === mine[at]);
  return isSameList ? mine : lines;
}

function applyMergedLine(mine: LineDraft | undefined, merged: LineDraft): LineDraft {
  if (!mine) return merged;
  const [was, is] = [toRequestLine(mine), toRequestLine(merged)];
  const fields = Object.keys(is) as (keyof LineDraft)[];
  const differing = fields.filter((field) => !isSameValue(was[field], is[field]));
  if (differing.length === 0) return mine;
  return { ...mine, ...Object.fromEntries(differing.map((field) => [field, merged[field]])) };
}
