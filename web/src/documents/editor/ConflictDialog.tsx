import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import type { KindWords } from "../kind";

/** Someone else saved this document meanwhile. Nothing is written until the person has chosen. */
export function ConflictDialog({
  words,
  open,
  savedAt,
  onLater,
  onKeepMine,
  onTakeOther,
}: {
  words: KindWords;
  open: boolean;
  /** When the other was saved, in words. */
  savedAt: string;
  /** Nothing is saved until the person comes back to it. */
  onLater: () => void;
  onKeepMine: () => void;
  onTakeOther: () => void;
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onLater()}
      title={`This ${words.name} was changed elsewhere`}
      description={`It was saved on another device or in another window, ${savedAt}. Choose which one to go on with: the other one’s changes are replaced.`}
      footer={
        <>
          <Button onClick={onTakeOther}>Take the other one</Button>
          <Button variant="primary" onClick={onKeepMine}>
            Keep what I typed here
          </Button>
        </>
      }
    />
  );
}
