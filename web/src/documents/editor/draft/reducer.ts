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

/** Everything a person can do to a draft. Ids are made by the caller. */
export type DraftAction =
  | { type: "set"; patch: Partial<Omit<DocumentDraft, "items">> }
  /** Whether prices include VAT, with what that makes of them; lines that are not among these stay as they are. */
  | {
      type: "prices";
      patch: Partial<Omit<DocumentDraft, "items">>;
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
 * The document without what was answered of a customer it is no longer for: whether the reverse charge applies is
 * asked anew, and VAT is charged as usual until then. Why a rate is low is a matter of the work, and stays, and so does
 * where the job is agreed; whom another customer buys for is not known.
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
