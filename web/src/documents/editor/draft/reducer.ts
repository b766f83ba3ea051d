import type { Choice } from "../../../api/generated/Choice";
import type { LabourUnit } from "../../../api/generated/LabourUnit";
import type { Section } from "../../../api/generated/Section";
import { withChoices, withCopies, withoutLinesOf } from "./choices";
import { type Draft, emptyLine, isBlank, type LineDraft, withUnit } from "./draft";
import { withRate } from "./labourRates";
import { withoutCustomer } from "./otherCustomer";
import { withoutPhotosOfGone } from "./photos";
import { inSections } from "./sections";

/** Everything a person can do to a draft. Ids are made by the caller. */
export type Action =
  | { type: "set"; patch: Partial<Omit<Draft, "items">> }
  /** Whether prices include VAT, with what that makes of them; lines that are not among these stay as they are. */
  | {
      type: "prices";
      patch: Partial<Omit<Draft, "items">>;
      lines: ReadonlyMap<string, Pick<LineDraft, "price" | "labourRate">>;
    }
  /** A quote's alternatives; lines of one that is gone are in every one again. */
  | { type: "choices"; choices: Choice[] }
  /** The same; lines of one that is gone go with it, unless it is the one to keep. */
  | { type: "dropChoices"; choices: Choice[]; keep?: string; emptyId: string }
  /** The same with lines that were copied from those of another choice. */
  | { type: "copyChoice"; choices: Choice[]; from: string; lines: LineDraft[] }
  /** The parts of the job; lines of one that is gone stand before them all. */
  | { type: "sections"; sections: Section[] }
  | { type: "line"; id: string; patch: Partial<Omit<LineDraft, "id">> }
  | { type: "add"; id: string; after?: string; line?: Partial<Omit<LineDraft, "id">> }
  /** Several lines at once; a place to type that they follow gives way to them. */
  | { type: "lines"; lines: LineDraft[]; after?: string }
  | { type: "remove"; id: string; emptyId: string }
  /** To a place among the lines as they are shown, and into a section where one is named. */
  | { type: "move"; id: string; to: number; section?: string | null };

/** The draft after an action; lines that did not change keep their identity, and those that go take their photos with them. */
export function reduce(draft: Draft, action: Action): Draft {
  return withoutPhotosOfGone(draft, reduced(draft, action));
}

function reduced(draft: Draft, action: Action): Draft {
  switch (action.type) {
    case "set": {
      const { contactId } = action.patch;
      const isOther = contactId !== undefined && draft.contactId !== null && contactId !== draft.contactId;
      return withRate(
        { ...(isOther ? withoutCustomer(draft) : draft), ...action.patch },
        action.patch,
        action.patch.labourUnitType ?? draft.labourUnitType,
      );
    }
    case "prices":
      return {
        ...draft,
        ...action.patch,
        items: draft.items.map((line) => {
          const priced = action.lines.get(line.id);
          return priced ? { ...line, ...priced } : line;
        }),
      };
    case "choices":
      return withChoices(draft, action.choices);
    case "dropChoices":
      return withoutLinesOf(draft, action.choices, action);
    case "copyChoice":
      return withCopies(draft, action.choices, action.from, action.lines);
    case "sections":
      return withSections(draft, action.sections);
    case "line":
      return {
        ...draft,
        items: draft.items.map((line) =>
          line.id === action.id ? withLine(line, action.patch, draft.documentLabourUnitType) : line,
        ),
      };
    case "add": {
      const line = { ...emptyLine(action.id), ...action.line };
      const at = draft.items.findIndex((other) => other.id === action.after);
      return { ...draft, items: inserted(draft.items, line, at < 0 ? draft.items.length : at + 1) };
    }
    case "lines": {
      const found = draft.items.findIndex((other) => other.id === action.after);
      const at = found < 0 ? draft.items.length - 1 : found;
      const place = draft.items[at];
      const kept = place && isBlank(place) ? at : at + 1;
      const lines = action.lines.map((line) => ({ ...line, section: place?.section ?? null }));
      return {
        ...draft,
        items: [...draft.items.slice(0, kept), ...lines, ...draft.items.slice(at + 1)],
      };
    }
    case "remove": {
      const items = draft.items.filter((line) => line.id !== action.id);
      return { ...draft, items: items.length > 0 ? items : [emptyLine(action.emptyId)] };
    }
    case "move":
      return moved(draft, action);
  }
}

function withLine(line: LineDraft, patch: Partial<Omit<LineDraft, "id">>, unit: LabourUnit): LineDraft {
  const next = withUnit({ ...line, ...patch }, unit);
  return withRate(next, patch, next.labourUnitType ?? unit);
}

function inserted(lines: LineDraft[], line: LineDraft, index: number): LineDraft[] {
  return [...lines.slice(0, index), line, ...lines.slice(index)];
}

function withSections(draft: Draft, sections: Section[]): Draft {
  const isThere = (id: string) => sections.some((section) => section.id === id);
  return {
    ...draft,
    sections,
    items: draft.items.map((line) =>
      line.section === null || isThere(line.section) ? line : { ...line, section: null },
    ),
  };
}

function moved(draft: Draft, { id, to, section }: Extract<Action, { type: "move" }>): Draft {
  const lines = inSections(draft.items, draft.sections);
  const line = lines.find((other) => other.id === id);
  if (!line || to < 0 || to >= lines.length) return draft;
  const put = section === undefined || section === line.section ? line : { ...line, section };
  return {
    ...draft,
    items: inserted(
      lines.filter((other) => other.id !== id),
      put,
      to,
    ),
  };
}
