import type { Choice } from "../../../api/generated/Choice";
import type { Photo } from "../../../api/generated/Photo";
import type { Section } from "../../../api/generated/Section";
import type { Item } from "../../../entities/items/item";
import type { LineDraft } from "../draft/draft";
import type { PhotoActions, SkippedPhotosNotice } from "../photos/usePhotos";
import type { TypedLineValues } from "./markUp";

/** The id of a line's field in the page, for focusing and describing it. */
export function getLineFieldId(id: string, field: string): string {
  return `line-${id}-${field}`;
}

/** The actions that a line can request from the document. */
export interface LineActions {
  change: (id: string, patch: Partial<Omit<LineDraft, "id">>) => void;
  /** The same for typed text that its field displays itself. */
  typeInto: (id: string, patch: Partial<Omit<LineDraft, "id">>) => void;
  /** Stores what was typed in the line but isn't part of the document. */
  storeTypedValues: (id: string, typed: TypedLineValues) => void;
  remove: (id: string) => void;
  move: (id: string, by: 1 | -1) => void;
  /** Opens the choice of a section for the line. */
  chooseSection: (id: string) => void;
  /** Opens the file picker for its photos. */
  addPhotos: (id: string) => void;
  duplicate: (id: string) => void;
  saveToLibrary: (line: LineDraft) => void;
  /** Opens a collapsed line without closing the others. */
  open: (id: string) => void;
  /** Opens the line and focuses one of its fields. */
  openField: (id: string, field: string) => void;
  collapse: (id: string) => void;
  /** Enter at the end of a line: goes to the next one, or adds one after the last. */
  goToNextLine: (id: string) => void;
}

/** The photos of a line. */
export interface LinePhotos {
  list: readonly Photo[];
  /** How many are being processed. */
  pendingCount: number;
  /** What was left out when photos were last chosen. */
  notice: SkippedPhotosNotice | undefined;
  /** Why no more can be added; null if more can. */
  limitMessage: string | null;
  actions: PhotoActions;
}

/** The props of a line. */
export interface EditableLineRowProps {
  line: LineDraft;
  position: number;
  count: number;
  /** The line's total; null if it isn't part of the document or can't be calculated. */
  pence: number | null;
  /** This line's errors: `price: …`; the same object while they don't change. */
  errors: Readonly<Record<string, string>>;
  /** What was typed in the line but isn't part of the document. */
  typedValues: TypedLineValues | undefined;
  items: Item[];
  /** If false, the line is collapsed to one row with its name and total. */
  isOpen: boolean;
  /** Whether it can be collapsed again. */
  canCollapse: boolean;
  /** Whether it has or had the focus, in which case rarely used fields are displayed too. */
  isActive: boolean;
  /** Quotes can have optional lines; invoices can't. */
  canBeOptional: boolean;
  /** Whether materials can be marked, because the CIS deduction excludes them. */
  hasCis: boolean;
  /** The percentage of VAT that the document charges, if its prices include VAT; null if they don't. */
  includedVatRate: string | null;
  /** The quote's choices. */
  choices: readonly Choice[];
  /** Its photos; null if the document can't have any. */
  photos: LinePhotos | null;
  /** The sections of the job; if empty, the line can't be moved into one. */
  sections: readonly Section[];
  actions: LineActions;
}
