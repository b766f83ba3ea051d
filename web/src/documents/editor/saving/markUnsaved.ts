import { type Typing, typing } from "../../../ui/typing";
import type { Autosaver } from "./autosave";

/** What was typed and is on its way is unsaved typing; what the device keeps is there again after a reload. */
const UNSAVED = ["waiting", "saving"];

/** Marks the window while a saver has something under way; answers with the way to stop it. */
export function markUnsaved(
  saver: Pick<Autosaver, "subscribe" | "snapshot">,
  of: Typing = typing,
): () => void {
  let end: (() => void) | null = null;
  const stop = () => {
    end?.();
    end = null;
  };
  const look = () => {
    if (UNSAVED.includes(saver.snapshot().kind)) end ??= of.begin();
    else stop();
  };
  look();
  const unsubscribe = saver.subscribe(look);
  return () => {
    unsubscribe();
    stop();
  };
}
