import type { Choice } from "../../../api/generated/Choice";
import { newId } from "../../../api/ids";
import { Button } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";
import type { Action } from "../draft/reducer";

/** Choices that are to go, at least one of them with lines of its own. */
export interface Removal {
  left: Choice[];
  gone: readonly Choice[];
  /** The one whose lines stay where all of them go. */
  recommended: string | null;
}

/** What becomes of the lines of a choice that goes: they go too, or every choice has them. */
export function RemoveChoices({
  removal: { left, gone, recommended },
  act,
  onClose,
}: {
  removal: Removal;
  act: (action: Action) => void;
  onClose: () => void;
}) {
  const isAll = left.length === 0;
  const [only] = gone;
  const nameOf = (choice: Choice | undefined) => choice?.name.trim() || "No name";
  const staying = isAll ? gone.find(({ id }) => id === recommended) : undefined;

  const keep = () => {
    act({ type: "choices", choices: left });
    onClose();
  };
  const drop = () => {
    act({ type: "dropChoices", choices: left, keep: staying?.id, emptyId: newId() });
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isAll ? "Remove the choices?" : `Remove ${nameOf(only)}?`}
      description={
        isAll
          ? "What should happen to the lines that are in only one choice?"
          : `What should happen to the lines that are only in ${nameOf(only)}?`
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button onClick={keep}>{isAll ? "Keep every line" : "Put them into every choice"}</Button>
          <Button variant="primary" onClick={drop}>
            {staying ? `Keep those in ${nameOf(staying)}` : "Remove them too"}
          </Button>
        </>
      }
    />
  );
}
