import type { Section } from "../../../api/generated/Section";
import type { LineDraft } from "./draft";

/** The most that core takes. */
export const MOST_SECTIONS = 30;

/** The lines of one section; of none: those that stand before them all. */
export interface SectionLines {
  section: Section | null;
  lines: LineDraft[];
}

/** The section that a line is shown in; null for one that names what is no section. */
export function sectionOf(line: LineDraft, sections: readonly Section[]): string | null {
  return sections.some(({ id }) => id === line.section) ? line.section : null;
}

/** The lines by their sections, in the order of those, as the customer reads them; those of none come first. */
export function bySection(lines: readonly LineDraft[], sections: readonly Section[]): SectionLines[] {
  const groups: SectionLines[] = [null, ...sections].map((section) => ({ section, lines: [] }));
  const places = new Map(sections.map(({ id }, at) => [id, at + 1]));
  for (const line of lines) groups[places.get(line.section ?? "") ?? 0]?.lines.push(line);
  return groups;
}

/** The lines in the order in which they are shown. */
export function inSections(lines: LineDraft[], sections: readonly Section[]): LineDraft[] {
  return sections.length === 0 ? lines : bySection(lines, sections).flatMap((group) => group.lines);
}

/** Where a line goes: its place among the lines as they are shown, and its section. */
export interface LinePlace {
  to: number;
  section: string | null;
}

/**
 * One step up or down. At the end of its section a line goes into the next one, be that empty, and stays where it is
 * in the order; null where there is nothing beyond.
 */
export function stepped(
  items: LineDraft[],
  sections: readonly Section[],
  id: string,
  by: 1 | -1,
): LinePlace | null {
  const shown = inSections(items, sections);
  const at = shown.findIndex((line) => line.id === id);
  const line = shown[at];
  if (!line) return null;
  const own = sectionOf(line, sections);
  const neighbour = shown[at + by];
  if (neighbour && sectionOf(neighbour, sections) === own) return { to: at + by, section: own };
  const order = [null, ...sections.map((section) => section.id)];
  const next = order[order.indexOf(own) + by];
  return next === undefined ? null : { to: at, section: next };
}

/** The first or the last place of a section, for a line that is put into it. */
export function placeIn(
  items: LineDraft[],
  sections: readonly Section[],
  id: string,
  section: string | null,
  end: "first" | "last",
): LinePlace {
  const others = items.filter((line) => line.id !== id);
  let to = 0;
  for (const group of bySection(others, sections)) {
    const isIt = (group.section?.id ?? null) === section;
    if (!isIt || end === "last") to += group.lines.length;
    if (isIt) break;
  }
  return { to, section };
}
