import { useState } from "react";
import { Navigate, useSearchParams } from "react-router";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { newId } from "../../api/ids";
import { KINDS } from "../kind";
import { type BeginState, begin } from "./fresh";

/** /quotes/create: a new document gets its id and its address at once, so that a reload finds it again. */
export function CreateScreen({ kind }: { kind: DocumentKind }) {
  const [params] = useSearchParams();
  // Made once: `Navigate` goes again whenever its state is another object.
  const [{ id, state }] = useState(() => {
    const made = newId();
    begin(made);
    const state: BeginState = {
      begun: true,
      contactId: params.get("contactId"),
      templateId: params.get("template"),
    };
    return { id: made, state };
  });
  return <Navigate replace to={`${KINDS[kind].path}/edit/${id}`} state={state} />;
}
