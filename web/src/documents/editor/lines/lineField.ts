import type { LineDraft } from "../draft/draft";

/** The id of a line's field in the page, for the focus and for what describes it. */
export function lineFieldId(id: string, field: string): string {
  return `line-${id}-${field}`;
}

/** What a line may ask of the document around it. */
export interface LineDeeds {
  change: (id: string, patch: Partial<Omit<LineDraft, "id">>) => void;
  remove: (id: string) => void;
  move: (id: string, by: number) => void;
  duplicate: (id: string) => void;
  saveToLibrary: (line: LineDraft) => void;
  /** Enter at the end of a line: to the next one, which is made if this is the last. */
  next: (id: string) => void;
}
