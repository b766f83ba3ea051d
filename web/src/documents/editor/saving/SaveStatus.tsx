import { SaveState as SaveWords } from "../../../ui/SaveState";
import type { SaveState } from "./states";

/** How far what is typed is saved, in a word. */
export function SaveStatus({ state }: { state: SaveState }) {
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
      return <SaveWords status="unsent" detail="Saved on this device" />;
    case "refused":
      return <SaveWords status="onDevice" detail={state.message} />;
    case "conflict":
      return <SaveWords status="error" detail="Changed elsewhere" />;
  }
}
