import { type TypingTracker, typingTracker } from "../../../ui/typing-tracker";
import type { Autosaver } from "./autosaver";

/** What was typed and is on its way is unsaved typing; what the device keeps is there again after a reload. */
const UNSAVED_KINDS = ["waiting", "saving"];

/** Marks the window while a saver has something under way; answers with the way to stop it. */
export function markUnsaved(
  saver: Pick<Autosaver, "subscribe" | "snapshot">,
  typingState: TypingTracker = typingTracker,
): () => void {
  let end: (() => void) | null = null;
  const stop = () => {
    end?.();
    end = null;
  };
  const update = () => {
    if (UNSAVED_KINDS.includes(saver.snapshot().kind)) end ??= typingState.begin();
    else stop();
  };
  update();
  const unsubscribe = saver.subscribe(update);
  return () => {
    unsubscribe();
    stop();
  };
}
