import type { Choice } from "../../../api/generated/Choice";
import type { LabourUnit } from "../../../api/generated/LabourUnit";
import type { Section } from "../../../api/generated/Section";
import { insertChoiceCopies, removeChoicesWithLines, setChoices } from "./choices";
import {
  createEmptyLine,
  type DocumentDraft,
  fillLineLabourUnit,
  isBlankLine,
  type LineDraft,
} from "./draft";
import { applyLabourRate } from "./labourRates";
import { removePhotosOfRemovedLines } from "./photos";
import { sortBySection } from "./sections";

/** Everything that can be done to a draft. The caller creates the ids. */
export type DraftAction =
  | { type: "set"; patch: Partial<Omit<DocumentDraft, "items">> }
  /** Whether prices include VAT, with the new values; lines that aren't listed don't change. */
  | {
      type: "prices";
      patch: Partial<Omit<DocumentDraft, "items">>;
      lines: ReadonlyMap<string, Pick<LineDraft, "price" | "labourRate">>;
    }
  /** Replaces a quote's choices; lines of a removed choice become part of every choice. */
  | { type: "choices"; choices: Choice[] }
  /** Replaces the choices; lines of a removed choice are removed too, except of the one to keep. */
  | { type: "dropChoices"; choices: Choice[]; keep?: string; emptyId: string }
  /** Replaces the choices and adds lines copied from another choice. */
  | { type: "copyChoice"; choices: Choice[]; from: string; lines: LineDraft[] }
  /** Replaces the sections; lines of a removed section move before all sections. */
  | { type: "sections"; sections: Section[] }
  | { type: "line"; id: string; patch: Partial<Omit<LineDraft, "id">> }
  | { type: "add"; id: string; after?: string; line?: Partial<Omit<LineDraft, "id">> }
  /** Adds several lines; a blank line before them is replaced. */
  | { type: "lines"; lines: LineDraft[]; after?: string }
  | { type: "remove"; id: string; emptyId: string }
  /** Moves a line to a position in display order and, if given, into a section. */
  | { type: "move"; id: string; to: number; section?: string | null };

/**
 * The draft after an action. Unchanged lines keep their identity, and removed lines take their photos with
 * them.
 */
export function reduceDraft(draft: DocumentDraft, action: DraftAction): DocumentDraft {
  return removePhotosOfRemovedLines(draft, applyAction(draft, action));
}

function applyAction(draft: DocumentDraft, action: DraftAction): DocumentDraft {
  switch (action.type) {
    case "set": {
      const { contactId } = action.patch;
      const isOtherCustomer =
        contactId !== undefined && draft.contactId !== null && contactId !== draft.contactId;
      return applyLabourRate(
        { ...(isOtherCustomer ? clearCustomerAnswers(draft) : draft), ...action.patch },
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
      return setChoices(draft, action.choices);
    case "dropChoices":
      return removeChoicesWithLines(draft, action.choices, action);
    case "copyChoice":
      return insertChoiceCopies(draft, action.choices, action.from, action.lines);
    case "sections":
      return setSections(draft, action.sections);
    case "line":
      return {
        ...draft,
        items: draft.items.map((line) =>
          line.id === action.id ? patchLine(line, action.patch, draft.documentLabourUnitType) : line,
        ),
      };
    case "add": {
      const line = { ...createEmptyLine(action.id), ...action.line };
      const at = draft.items.findIndex((other) => other.id === action.after);
      return { ...draft, items: insertLine(draft.items, line, at < 0 ? draft.items.length : at + 1) };
    }
    case "lines": {
      const foundAt = draft.items.findIndex((other) => other.id === action.after);
      const at = foundAt < 0 ? draft.items.length - 1 : foundAt;
      const lineBefore = draft.items[at];
      const insertAt = lineBefore && isBlankLine(lineBefore) ? at : at + 1;
      const lines = action.lines.map((line) => ({ ...line, section: lineBefore?.section ?? null }));
      return {
        ...draft,
        items: [...draft.items.slice(0, insertAt), ...lines, ...draft.items.slice(at + 1)],
      };
    }
    case "remove": {
      const items = draft.items.filter((line) => line.id !== action.id);
      return { ...draft, items: items.length > 0 ? items : [createEmptyLine(action.emptyId)] };
    }
    case "move":
      return moveLine(draft, action);
  }
}

function patchLine(line: LineDraft, patch: Partial<Omit<LineDraft, "id">>, unit: LabourUnit): LineDraft {
  const next = fillLineLabourUnit({ ...line, ...patch }, unit);
  return applyLabourRate(next, patch, next.labourUnitType ?? unit);
}

function insertLine(lines: LineDraft[], line: LineDraft, index: number): LineDraft[] {
  return [...lines.slice(0, index), line, ...lines.slice(index)];
}

function setSections(draft: DocumentDraft, sections: Section[]): DocumentDraft {
  const isThere = (id: string) => sections.some((section) => section.id === id);
  return {
    ...draft,
    sections,
    items: draft.items.map((line) =>
      line.section === null || isThere(line.section) ? line : { ...line, section: null },
    ),
  };
}

function moveLine(
  draft: DocumentDraft,
  { id, to, section }: Extract<DraftAction, { type: "move" }>,
): DocumentDraft {
  const lines = sortBySection(draft.items, draft.sections);
  const line = lines.find((other) => other.id === id);
  if (!line || to < 0 || to >= lines.length) return draft;
  const movedLine = section === undefined || section === line.section ? line : { ...line, section };
  return {
    ...draft,
    items: insertLine(
      lines.filter((other) => other.id !== id),
      movedLine,
      to,
    ),
  };
}

/**
 * The document without the answers about its previous customer: the reverse charge must be decided again, and
 * until then VAT is charged as usual. Answers about the work and the place of agreement stay; the type of
 * customer is unknown.
 */
export function clearCustomerAnswers(draft: DocumentDraft): DocumentDraft {
  const { vatAnswers, agreement } = draft;
  const answers = vatAnswers && {
    ...vatAnswers,
    inCis: null,
    customerRegistered: null,
    staff: null,
    endUserNotice: null,
  };
  return {
    ...draft,
    vatAnswers: answers,
    agreement: agreement && { ...agreement, customer: null },
    vatTreatment: draft.vatTreatment === "reverseCharge" ? "taxable" : draft.vatTreatment,
    items: draft.items.map((line) =>
      line.vat?.treatment === "reverseCharge"
        ? { ...line, vat: { ...line.vat, treatment: "taxable" } }
        : line,
    ),
  };
}
