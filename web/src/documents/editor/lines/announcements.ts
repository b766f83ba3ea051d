import type { Announcements } from "@dnd-kit/core";
import type { Section } from "../../../api/generated/Section";
import type { LineDraft } from "../draft/draft";
import { sectionOf } from "../draft/sections";
import { droppedOn } from "./sections/sectionIds";

/** How a line is moved by keys. */
export const INSTRUCTIONS = {
  draggable:
    "Press space to pick the line up, the arrow keys to move it, space to put it down, Escape to cancel.",
};

/** What a line is called. */
export function nameOf(line: LineDraft, position: number): string {
  return line.name.trim() || `Line ${position + 1}`;
}

/** What a section is called. */
export function sectionName(sections: readonly Section[], id: string | null): string {
  const at = sections.findIndex((section) => section.id === id);
  const section = sections[at];
  return section ? section.name.trim() || `Section ${at + 1}` : "no section";
}

/** What is said while a line is moved, of lines as they are shown. */
export function announcements(lines: LineDraft[], sections: readonly Section[]): Announcements {
  const place = (id: unknown) => lines.findIndex((line) => line.id === id);
  const name = (id: unknown) => {
    const line = lines[place(id)];
    return line ? nameOf(line, place(id)) : "The line";
  };
  const of = (id: unknown) => {
    const section = droppedOn(String(id));
    if (section !== null) return `the first line in ${sectionName(sections, section)}`;
    const line = lines[place(id)];
    const within =
      line && sections.length > 0 ? `, in ${sectionName(sections, sectionOf(line, sections))}` : "";
    return `line ${place(id) + 1} of ${lines.length}${within}`;
  };
  return {
    onDragStart: ({ active }) => `${name(active.id)} picked up at ${of(active.id)}.`,
    onDragOver: ({ active, over }) => (over ? `${name(active.id)} would be ${of(over.id)}.` : undefined),
    onDragEnd: ({ active, over }) => (over ? `${name(active.id)} put down as ${of(active.id)}.` : undefined),
    onDragCancel: ({ active }) => `${name(active.id)} is back at ${of(active.id)}.`,
  };
}
