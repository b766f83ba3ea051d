import type { Choice } from "../../../api/generated/Choice";
import { createEmptyLine, type DocumentDraft, isBlankLine, type LineDraft } from "./draft";

/** Core's limit. */
export const MAX_CHOICES = 6;

const USUAL_CHOICE_NAMES = ["Good", "Better", "Best"];

/** A name for the next choice: the first usual name that isn't taken, otherwise its position. */
export function suggestChoiceName(choices: readonly Choice[]): string {
  const usedNames = new Set(choices.map(({ name }) => name.trim().toLowerCase()));
  const numberedNames = choices.map((_, at) => `Choice ${choices.length + 1 + at}`);
  return (
    [...USUAL_CHOICE_NAMES, ...numberedNames].find((name) => !usedNames.has(name.toLowerCase())) ??
    "Another choice"
  );
}

/** The first two choices, since a single one would be no choice. */
export function createFirstChoices(newId: () => string): Choice[] {
  return USUAL_CHOICE_NAMES.slice(0, 2).map((name) => ({ id: newId(), name }));
}

/** The lines that are only in this choice. */
export function getChoiceLines(draft: DocumentDraft, id: string): LineDraft[] {
  return draft.items.filter((line) => line.choice === id && !isBlankLine(line));
}

/** Copies of a choice's lines for another choice. */
export function copyChoiceLines(
  draft: DocumentDraft,
  from: string,
  to: string,
  newId: () => string,
): LineDraft[] {
  return getChoiceLines(draft, from).map((line) => ({ ...line, id: newId(), choice: to }));
}

/** Replaces the choices; lines of a removed choice become part of every choice. */
export function setChoices(draft: DocumentDraft, choices: Choice[]): DocumentDraft {
  const isThere = (id: string | null) => choices.some((choice) => choice.id === id);
  return {
    ...draft,
    choices,
    chosenChoice: isThere(draft.chosenChoice) ? draft.chosenChoice : null,
    items: draft.items.map((line) =>
      line.choice === null || isThere(line.choice) ? line : { ...line, choice: null },
    ),
  };
}

/** Replaces the choices and removes the lines of those that are gone, except of the one to keep. */
export function removeChoicesWithLines(
  draft: DocumentDraft,
  choices: Choice[],
  { keep, emptyId }: { keep?: string; emptyId: string },
): DocumentDraft {
  const isThere = (id: string) => id === keep || choices.some((choice) => choice.id === id);
  const items = draft.items.filter(({ choice }) => choice === null || isThere(choice));
  return setChoices({ ...draft, items: items.length > 0 ? items : [createEmptyLine(emptyId)] }, choices);
}

/** Replaces the choices and inserts copied lines after the last line of the original choice. */
export function insertChoiceCopies(
  draft: DocumentDraft,
  choices: Choice[],
  from: string,
  lines: LineDraft[],
): DocumentDraft {
  const last = draft.items.findLastIndex(({ choice }) => choice === from);
  const at = last < 0 ? draft.items.length : last + 1;
  const items = [...draft.items.slice(0, at), ...lines, ...draft.items.slice(at)];
  return { ...draft, choices, items };
}

/** Moves a choice up or down. */
export function moveChoice(choices: readonly Choice[], id: string, by: number): Choice[] {
  const from = choices.findIndex((choice) => choice.id === id);
  const to = from + by;
  const moved = choices[from];
  if (!moved || to < 0 || to >= choices.length) return [...choices];
  const rest = choices.filter((choice) => choice !== moved);
  return [...rest.slice(0, to), moved, ...rest.slice(to)];
}
