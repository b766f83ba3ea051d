import { useState } from "react";
import { Navigate } from "react-router";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { newId } from "../../api/requests";
import { useSearchParams } from "../../ui/useSearchParams";
import { KINDS } from "../kind";
import type { DocumentDraft } from "./draft/draft";

/** Documents created in this window. They aren't on the server yet, so they aren't requested. */
const newDocumentIds = new Set<string>();

/** The state of a new document's history entry, which survives a reload. */
export interface NewDocumentState {
  begun: true;
  contactId: string | null;
  /** The template that it is made from; null if it starts empty. */
  templateId: string | null;
  /** Initial values that replace those of its business. */
  initialFields?: Partial<DocumentDraft>;
}

export function markAsNewDocument(id: string): void {
  newDocumentIds.add(id);
}

export function isNewDocument(id: string): boolean {
  return newDocumentIds.has(id);
}

/** Reads the state of the history entry; null if the document wasn't opened as a new one. */
export function readNewDocumentState(state: unknown): NewDocumentState | null {
  if (typeof state !== "object" || state === null || !("begun" in state)) return null;
  const contactId = "contactId" in state && typeof state.contactId === "string" ? state.contactId : null;
  const templateId = "templateId" in state && typeof state.templateId === "string" ? state.templateId : null;
  const fields =
    "initialFields" in state && typeof state.initialFields === "object" ? state.initialFields : null;
  const initialFields = fields as Partial<DocumentDraft> | null;
  return { begun: true, contactId, templateId, ...(initialFields && { initialFields }) };
}

/** /quotes/create: a new document gets its id and address at once, so that a reload finds it again. */
export function NewDocumentScreen({ kind }: { kind: DocumentKind }) {
  const [params] = useSearchParams();
  // Created once: `Navigate` navigates again whenever its state is another object.
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
