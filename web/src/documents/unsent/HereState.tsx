import type { DocumentKind } from "../../api/generated/DocumentKind";
import { SaveStateLabel } from "../../ui/SaveState";
import { useSyncState } from "./useSyncState";

const SAVE_STATES = { saved: "saved", sending: "saving", here: "onDevice" } as const;

/** Beside a document's title: where it is, in a word. */
export function DocumentSaveState({ kind, id, status }: { kind: DocumentKind; id: string; status: string }) {
  return <SaveStateLabel status={SAVE_STATES[useSyncState(kind, id, status)]} />;
}
