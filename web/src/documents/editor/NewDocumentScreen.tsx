import { useState } from "react";
import { Navigate, useSearchParams } from "react-router";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { newId } from "../../api/ids";
import { KINDS } from "../kind";
import { markAsNewDocument, type NewDocumentState } from "./fresh";

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
