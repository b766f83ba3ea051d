import { useState } from "react";
import { Navigate, useSearchParams } from "react-router";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { newId } from "../../api/requests";
import { KINDS } from "../kind";
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

/** /quotes/create: a new document gets its id and its address at once, so that a reload finds it again. */
export function NewDocumentScreen({ kind }: { kind: DocumentKind }) {
  const [params] = useSearchParams();
  // Made once: `Navigate` goes again whenever its state is another object.
  const [{ id, state }] = useState(() => {
    const documentId = newId();
    markAsNewDocument(documentId);
    const state: NewDocumentState = {
      begun: true,
      contactId: params.get("contactId"),
      templateId: params.get("template"),
    };
    return { id: documentId, state };
  });
  return <Navigate replace to={`${KINDS[kind].path}/edit/${id}`} state={state} />;
}
