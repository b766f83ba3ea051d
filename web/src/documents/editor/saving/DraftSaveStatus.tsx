import { useSyncExternalStore } from "react";
import { SaveStateLabel as SaveWords } from "../../../ui/SaveState";
import type { DraftEditor } from "./useDraftEditor";

/** How far what is typed is saved, in a word. */
export function DraftSaveStatus({ saver }: { saver: DraftEditor["saver"] }) {
  const state = useSyncExternalStore(saver.subscribe, saver.snapshot);
  switch (state.kind) {
    case "untouched":
      return <SaveWords status="idle" />;
    case "waiting":
    case "saving":
      return <SaveWords status="saving" />;
    case "saved":
      return <SaveWords status="saved" />;
    case "held":
      return <SaveWords status="onDevice" />;
    case "unsent":
      return <SaveWords status="unsent" detail="Sent when there is signal" />;
    case "needsPlan":
      return <SaveWords status="onDevice" detail="Sent once you have a plan" />;
    case "refused":
      return <SaveWords status="onDevice" detail={state.message} />;
    case "conflict":
      return <SaveWords status="error" detail="Changed elsewhere" />;
  }
}
