import type { Choice } from "../../../api/generated/Choice";
import type { Photo } from "../../../api/generated/Photo";
import type { Section } from "../../../api/generated/Section";
import type { Item } from "../../../entities/items/item";
import type { LineDraft } from "../draft/draft";
import type { PhotoActions, SkippedPhotosNotice } from "../photos/usePhotos";
import type { TypedLineValues } from "./markUp";

/** The id of a line's field in the page, for the focus and for what describes it. */
export function getLineFieldId(id: string, field: string): string {
  return `line-${id}-${field}`;
}

/** What a line may ask of the document around it. */
export interface LineActions {
  change: (id: string, patch: Partial<Omit<LineDraft, "id">>) => void;
  /** The same of a text whose field shows it by itself. */
  typeInto: (id: string, patch: Partial<Omit<LineDraft, "id">>) => void;
  /** Keeps what was typed of it beside the document. */
  storeTypedValues: (id: string, typed: TypedLineValues) => void;
  remove: (id: string) => void;
  move: (id: string, by: 1 | -1) => void;
  /** Asks which section it is to go into. */
  chooseSection: (id: string) => void;
  /** Asks for photos of it. */
  addPhotos: (id: string) => void;
  duplicate: (id: string) => void;
  saveToLibrary: (line: LineDraft) => void;
  /** Opens a folded line, beside the others. */
  open: (id: string) => void;
  /** Opens it with the pen in one of its fields. */
  openField: (id: string, field: string) => void;
  collapse: (id: string) => void;
  /** Enter at the end of a line: to the next one, which is made if this is the last. */
  goToNextLine: (id: string) => void;
}

/** The photos of a line. */
export interface LinePhotos {
  list: readonly Photo[];
  /** How many are on their way. */
  pendingCount: number;
  /** What was left out when some were last chosen. */
  notice: SkippedPhotosNotice | undefined;
  /** Why there can be no more; null while there can. */
  limitMessage: string | null;
  actions: PhotoActions;
}

/** What a line is shown by. */
export interface EditableLineRowProps {
  line: LineDraft;
  position: number;
  count: number;
  /** What it comes to; null for what is not a part of the document, or cannot be calculated. */
  pence: number | null;
  /** This line's errors: `price: …`; the same object as long as they are the same. */
  errors: Readonly<Record<string, string>>;
  /** What was typed of it and is in no document. */
  typedValues: TypedLineValues | undefined;
  items: Item[];
  /** Folded, it says what it is and what it comes to, in one row. */
  isOpen: boolean;
  /** Whether it may be folded again. */
  canCollapse: boolean;
  /** The pen is or was in it: what is rarely written has its field too. */
  isActive: boolean;
  /** A quote can offer optional lines; an invoice cannot. */
  canBeOptional: boolean;
  /** Materials are marked, since the deduction leaves them out. */
  hasCis: boolean;
  /** The percentage of VAT that the document charges, where its prices include VAT; null: they are without it. */
  includedVatRate: string | null;
  /** The quote's alternatives. */
  choices: readonly Choice[];
  /** Its photos; null where the document has none. */
  photos: LinePhotos | null;
  /** The parts of the job; none: there is nothing to move it into. */
  sections: readonly Section[];
  actions: LineActions;
}
