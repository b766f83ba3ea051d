import type { DocumentKind } from "../../api/generated/DocumentKind";
import { SaveState } from "../../ui/SaveState";
import { useHere } from "./useHere";

const STATES = { saved: "saved", sending: "saving", here: "onDevice" } as const;

/** Beside a document's title: where it is, in a word. */
export function HereState({ kind, id, status }: { kind: DocumentKind; id: string; status: string }) {
  return <SaveState status={STATES[useHere(kind, id, status)]} />;
}
