import { Redo2, Undo2 } from "lucide-react";
import { IconButton } from "../../../ui/IconButton";
import type { UndoAvailability } from "./draftHistory";

/** The two ways through what was done. Not `disabled` at the end: that would take the focus off the pressed button. */
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
