import { Redo2, Undo2 } from "lucide-react";
import { type RefObject, useEffect } from "react";
import { IconButton } from "../../../ui/IconButton";
import type { UndoAvailability } from "./draftHistory";

/**
 * The undo and redo buttons. They aren't `disabled` when there is nothing to do, because a pressed button
 * would lose the focus.
 */
export function UndoButtons({
  availability,
  onUndo,
  onRedo,
}: {
  availability: UndoAvailability;
  onUndo: () => void;
  onRedo: () => void;
}) {
  return (
    <div className="flex shrink-0">
      <IconButton
        label="Undo"
        aria-keyshortcuts="Control+Z Meta+Z"
        aria-disabled={!availability.canUndo}
        icon={<Undo2 aria-hidden size={20} strokeWidth={1.75} />}
        onClick={onUndo}
        className="text-quiet"
      />
      <IconButton
        label="Redo"
        aria-keyshortcuts="Control+Y Control+Shift+Z Meta+Shift+Z"
        aria-disabled={!availability.canRedo}
        icon={<Redo2 aria-hidden size={20} strokeWidth={1.75} />}
        onClick={onRedo}
        className="text-quiet"
      />
    </div>
  );
}

/**
 * Fields whose text isn't part of the document, such as a search, use the browser's undo: `data-own-undo`.
 */
const OWN_UNDO_SELECTOR = "[data-own-undo]";

/**
 * Undo and redo with the platform's keys and the browser's menu. The browser's own undo knows only fields,
 * not the document: it would put one line's text into another.
 */
export function useUndoKeys(
  root: RefObject<HTMLElement | null>,
  { undo, redo }: { undo: () => void; redo: () => void },
): void {
  useEffect(() => {
    // If nothing is focused, for example after a field has disappeared, key events go to the page; dialogs
    // handle their own.
    const isInEditor = (target: EventTarget | null) =>
      target === document.body ||
      (target instanceof Element &&
        root.current?.contains(target) === true &&
        !target.closest(OWN_UNDO_SELECTOR));
    const handleInstead = (event: Event, action: (() => void) | null) => {
      if (!action || !isInEditor(event.target)) return;
      event.preventDefault();
      action();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.altKey || !(event.ctrlKey || event.metaKey)) return;
      const key = event.key.toLowerCase();
      if (key === "z") handleInstead(event, event.shiftKey ? redo : undo);
      else if (key === "y" && event.ctrlKey) handleInstead(event, redo);
    };
    const onBeforeInput = (event: InputEvent) => {
      if (event.inputType === "historyUndo") handleInstead(event, undo);
      else if (event.inputType === "historyRedo") handleInstead(event, redo);
    };
    document.addEventListener("keydown", onKeyDown);
    document.addEventListener("beforeinput", onBeforeInput);
    return () => {
      document.removeEventListener("keydown", onKeyDown);
      document.removeEventListener("beforeinput", onBeforeInput);
    };
  }, [root, undo, redo]);
}
