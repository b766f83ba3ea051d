import type { Section } from "../../../api/generated/Section";
import type { LineDraft } from "./draft";

/** The most that core takes. */
export const MAX_SECTIONS = 30;

/** The lines of one section; of none: those that stand before them all. */
export interface SectionLines {
  section: Section | null;
  lines: LineDraft[];
}

/** The section that a line is shown in; null for one that names what is no section. */
export function getLineSection(line: LineDraft, sections: readonly Section[]): string | null {
  return sections.some(({ id }) => id === line.section) ? line.section : null;
}

/** The lines by their sections, in the order of those, as the customer reads them; those of none come first. */
export function groupBySection(lines: readonly LineDraft[], sections: readonly Section[]): SectionLines[] {
  const groups: SectionLines[] = [null, ...sections].map((section) => ({ section, lines: [] }));
  const groupIndexes = new Map(sections.map(({ id }, at) => [id, at + 1]));
  for (const line of lines) groups[groupIndexes.get(line.section ?? "") ?? 0]?.lines.push(line);
  return groups;
}

/** The lines in the order in which they are shown. */
export function sortBySection(lines: LineDraft[], sections: readonly Section[]): LineDraft[] {
  return sections.length === 0 ? lines : groupBySection(lines, sections).flatMap((group) => group.lines);
}

/** Where a line goes: its place among the lines as they are shown, and its section. */
export interface LinePosition {
  to: number;
  section: string | null;
}

/**
 * One step up or down. At the end of its section a line goes into the next one, be that empty, and stays where it is
 * in the order; null where there is nothing beyond.
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

/** The first or the last place of a section, for a line that is put into it. */
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
