import type { Announcements } from "@dnd-kit/core";
import type { Section } from "../../../api/generated/Section";
import type { LineDraft } from "../draft/draft";
import { getLineSection } from "../draft/sections";

const DROP_ID_PREFIX = "section ";

/** The id of a section as a drop target; the ids of lines never contain a space. */
export const getSectionDropId = (id: string): string => `${DROP_ID_PREFIX}${id}`;

/** The section that something was dropped on; null if it was a line. */
export const parseSectionDropId = (id: string): string | null =>
  id.startsWith(DROP_ID_PREFIX) ? id.slice(DROP_ID_PREFIX.length) : null;

/** The id of the field for its name. */
export const getSectionFieldId = (id: string): string => `section-${id}-name`;

/** The instructions for moving a line with keys. */
export const DRAG_INSTRUCTIONS = {
  draggable:
    "Press space to pick the line up, the arrow keys to move it, space to put it down, Escape to cancel.",
};

/** The name of a line, or its number. */
export function getLineName(line: LineDraft, position: number): string {
  return line.name.trim() || `Line ${position + 1}`;
}

/** The name of a section. */
export function getSectionName(sections: readonly Section[], id: string | null): string {
  const at = sections.findIndex((section) => section.id === id);
  const section = sections[at];
  return section ? section.name.trim() || `Section ${at + 1}` : "no section";
}

/** The screen reader's announcements while a line is moved, for lines in display order. */
export function createAnnouncements(lines: LineDraft[], sections: readonly Section[]): Announcements {
  const findLineIndex = (id: unknown) => lines.findIndex((line) => line.id === id);
  const describeLine = (id: unknown) => {
    const line = lines[findLineIndex(id)];
    return line ? getLineName(line, findLineIndex(id)) : "The line";
  };
  const describePosition = (id: unknown) => {
    const section = parseSectionDropId(String(id));
    if (section !== null) return `the first line in ${getSectionName(sections, section)}`;
    const line = lines[findLineIndex(id)];
    const sectionText =
      line && sections.length > 0 ? `, in ${getSectionName(sections, getLineSection(line, sections))}` : "";
    return `line ${findLineIndex(id) + 1} of ${lines.length}${sectionText}`;
  };
  return {
    onDragStart: ({ active }) => `${describeLine(active.id)} picked up at ${describePosition(active.id)}.`,
    onDragOver: ({ active, over }) =>
      over ? `${describeLine(active.id)} would be ${describePosition(over.id)}.` : undefined,
    onDragEnd: ({ active, over }) =>
      over ? `${describeLine(active.id)} put down as ${describePosition(active.id)}.` : undefined,
    onDragCancel: ({ active }) => `${describeLine(active.id)} is back at ${describePosition(active.id)}.`,
  };
}
