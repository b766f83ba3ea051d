import type { Section } from "../../../api/generated/Section";
import type { LineDraft } from "./draft";

/** Core's limit. */
export const MAX_SECTIONS = 30;

/** The lines of one section; `section` is null for the lines before all sections. */
export interface SectionLines {
  section: Section | null;
  lines: LineDraft[];
}

/** The section in which a line is displayed; null if its section doesn't exist. */
export function getLineSection(line: LineDraft, sections: readonly Section[]): string | null {
  return sections.some(({ id }) => id === line.section) ? line.section : null;
}

/** The lines grouped by section in display order; those without a section come first. */
export function groupBySection(lines: readonly LineDraft[], sections: readonly Section[]): SectionLines[] {
  const groups: SectionLines[] = [null, ...sections].map((section) => ({ section, lines: [] }));
  const groupIndexes = new Map(sections.map(({ id }, at) => [id, at + 1]));
  for (const line of lines) groups[groupIndexes.get(line.section ?? "") ?? 0]?.lines.push(line);
  return groups;
}

/** The lines in display order. */
export function sortBySection(lines: LineDraft[], sections: readonly Section[]): LineDraft[] {
  return sections.length === 0 ? lines : groupBySection(lines, sections).flatMap((group) => group.lines);
}

/** The target of a move: the position in display order and the section. */
export interface LinePosition {
  to: number;
  section: string | null;
}

/**
 * One step up or down. At the end of its section, a line moves into the next one, even if that is empty,
 * without changing the order; null if there is no further step.
 */
export function findStepPosition(
  items: LineDraft[],
  sections: readonly Section[],
  id: string,
  by: 1 | -1,
): LinePosition | null {
  const displayedLines = sortBySection(items, sections);
  const at = displayedLines.findIndex((line) => line.id === id);
  const line = displayedLines[at];
  if (!line) return null;
  const ownSection = getLineSection(line, sections);
  const neighbour = displayedLines[at + by];
  if (neighbour && getLineSection(neighbour, sections) === ownSection)
    return { to: at + by, section: ownSection };
  const order = [null, ...sections.map((section) => section.id)];
  const next = order[order.indexOf(ownSection) + by];
  return next === undefined ? null : { to: at, section: next };
}

/** The first or last position in a section, for a line that is moved into it. */
export function findPositionInSection(
  items: LineDraft[],
  sections: readonly Section[],
  id: string,
  section: string | null,
  end: "first" | "last",
): LinePosition {
  const others = items.filter((line) => line.id !== id);
  let to = 0;
  for (const group of groupBySection(others, sections)) {
    const isTarget = (group.section?.id ?? null) === section;
    if (!isTarget || end === "last") to += group.lines.length;
    if (isTarget) break;
  }
  return { to, section };
}
