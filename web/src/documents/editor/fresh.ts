import type { DocumentDraft } from "./draft/draft";

/** Documents begun on this page and not yet on the server: nothing is asked about them. */
const newDocumentIds = new Set<string>();

/** What the address of a new document carries through a reload. */
export interface NewDocumentState {
  begun: true;
  contactId: string | null;
  /** The template that it is made of; null: it begins empty. */
  templateId: string | null;
  /** What it begins with besides, in place of what its business usually has. */
  begins?: Partial<DocumentDraft>;
}

export function markAsNewDocument(id: string): void {
  newDocumentIds.add(id);
}

export function isNewDocument(id: string): boolean {
  return newDocumentIds.has(id);
}

/** Reads what `markAsNewDocument` left in the history; null when the address was opened in another way. */
export function readNewDocumentState(state: unknown): NewDocumentState | null {
  if (typeof state !== "object" || state === null || !("begun" in state)) return null;
  const contactId = "contactId" in state && typeof state.contactId === "string" ? state.contactId : null;
  const templateId = "templateId" in state && typeof state.templateId === "string" ? state.templateId : null;
  const begins = "begins" in state && typeof state.begins === "object" ? state.begins : null;
  return { begun: true, contactId, templateId, ...(begins && { begins: begins as Partial<DocumentDraft> }) };
}
