import type { Choice } from "../../../api/generated/Choice";
import type { LabourUnit } from "../../../api/generated/LabourUnit";
import { withChoices, withCopies, withoutLinesOf } from "./choices";
import { type Draft, emptyLine, isBlank, type LineDraft, withUnit } from "./draft";
import { withRate } from "./labourRates";
import { withoutCustomer } from "./otherCustomer";

/** Everything a person can do to a draft. Ids are made by the caller. */
export type Action =
  | { type: "set"; patch: Partial<Omit<Draft, "items">> }
  /** A quote's alternatives; lines of one that is gone are in every one again. */
  | { type: "choices"; choices: Choice[] }
  /** The same; lines of one that is gone go with it, unless it is the one to keep. */
  | { type: "dropChoices"; choices: Choice[]; keep?: string; emptyId: string }
  /** The same with lines that were copied from those of another choice. */
  | { type: "copyChoice"; choices: Choice[]; from: string; lines: LineDraft[] }
  | { type: "line"; id: string; patch: Partial<Omit<LineDraft, "id">> }
  | { type: "add"; id: string; after?: string; line?: Partial<Omit<LineDraft, "id">> }
  /** Several lines at once; a place to type that they follow gives way to them. */
  | { type: "lines"; lines: LineDraft[]; after?: string }
  | { type: "remove"; id: string; emptyId: string }
  | { type: "move"; id: string; to: number };

/** The draft after an action; lines that did not change keep their identity. */
export function reduce(draft: Draft, action: Action): Draft {
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
    case "choices":
      return withChoices(draft, action.choices);
    case "dropChoices":
      return withoutLinesOf(draft, action.choices, action);
    case "copyChoice":
      return withCopies(draft, action.choices, action.from, action.lines);
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
      return {
        ...draft,
        items: [...draft.items.slice(0, kept), ...action.lines, ...draft.items.slice(at + 1)],
      };
    }
    case "remove": {
      const items = draft.items.filter((line) => line.id !== action.id);
      return { ...draft, items: items.length > 0 ? items : [emptyLine(action.emptyId)] };
    }
    case "move":
      return { ...draft, items: moved(draft.items, action.id, action.to) };
  }
}

function withLine(line: LineDraft, patch: Partial<Omit<LineDraft, "id">>, unit: LabourUnit): LineDraft {
  const next = withUnit({ ...line, ...patch }, unit);
  return withRate(next, patch, next.labourUnitType ?? unit);
}

function inserted(lines: LineDraft[], line: LineDraft, index: number): LineDraft[] {
  return [...lines.slice(0, index), line, ...lines.slice(index)];
}

function moved(lines: LineDraft[], id: string, to: number): LineDraft[] {
  const line = lines.find((other) => other.id === id);
  if (!line || to < 0 || to >= lines.length) return lines;
  return inserted(
    lines.filter((other) => other.id !== id),
    line,
    to,
  );
}
