import type { Choice } from "../../../api/generated/Choice";
import { newId } from "../../../api/ids";
import { Button } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";
import type { DraftAction } from "../draft/reducer";

/** Choices that are to go, at least one of them with lines of its own. */
export interface ChoiceRemoval {
  remaining: Choice[];
  removed: readonly Choice[];
  /** The one whose lines stay where all of them go. */
  recommended: string | null;
}

/** What becomes of the lines of a choice that goes: they go too, or every choice has them. */
export function RemoveChoicesDialog({
  removal: { remaining, removed, recommended },
  dispatch,
  onClose,
}: {
  removal: ChoiceRemoval;
  dispatch: (action: DraftAction) => void;
  onClose: () => void;
}) {
  const isAll = remaining.length === 0;
  const [only] = removed;
  const formatName = (choice: Choice | undefined) => choice?.name.trim() || "No name";
  const staying = isAll ? removed.find(({ id }) => id === recommended) : undefined;

  const keepLines = () => {
    dispatch({ type: "choices", choices: remaining });
    onClose();
  };
  const removeLines = () => {
    dispatch({ type: "dropChoices", choices: remaining, keep: staying?.id, emptyId: newId() });
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isAll ? "Remove the choices?" : `Remove ${formatName(only)}?`}
      description={
        isAll
          ? "What should happen to the lines that are in only one choice?"
          : `What should happen to the lines that are only in ${formatName(only)}?`
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button onClick={keepLines}>{isAll ? "Keep every line" : "Put them into every choice"}</Button>
          <Button variant="primary" onClick={removeLines}>
            {staying ? `Keep those in ${formatName(staying)}` : "Remove them too"}
          </Button>
        </>
      }
    />
  );
}
