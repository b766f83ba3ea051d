import { useId } from "react";
import { AcceptForm } from "../../documents/accepting/AcceptForm";
import { acceptLabel } from "../../documents/accepting/labels";
import type { Choice } from "../../documents/accepting/useChoice";
import { Button } from "../../ui/Button";
import { Sheet } from "../../ui/Sheet";
import { ChangedNotice } from "./ChangedNotice";
import { type CustomerDeed, changedProblem, changedWords, isDoing, problemOf } from "./mutations";
import type { Deciding } from "./useDeciding";

/**
 * What is accepted, by whom, and under which terms. It accepts the version that it was opened on: where the business
 * changes the quote meanwhile, that is read and asked about anew, with everything that was filled in.
 */
export function AcceptSheet({
  deed,
  deciding,
  choice,
  onClose,
}: {
  deed: CustomerDeed;
  deciding: Deciding;
  choice: Choice;
  onClose: () => void;
}) {
  const form = useId();
  const { kept, of, isOutdated, isTotal, read } = deciding;
  const isAccepting = isDoing(deed, "accept");
  // One that is on its way may have been in time.
  const isChanged = !isAccepting && (isOutdated || changedProblem(deed) !== null);
  return (
    <Sheet
      onClose={onClose}
      title={`Accept ${choice.shown.heading}`}
      problem={isChanged ? null : problemOf(deed, "accept")}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={form}
            variant="accent"
            disabled={isChanged || choice.isReckoning}
            busy={isAccepting}
            busyLabel="Accepting…"
          >
            {acceptLabel(choice.shown)}
          </Button>
        </>
      }
    >
      <ChangedNotice isChanged={isChanged} isTotal={isTotal} onRead={read}>
        {changedWords(deed, isTotal, choice.lost)}
      </ChangedNotice>
      <AcceptForm
        id={form}
        page={of}
        choice={choice}
        draft={kept.current.accept}
        onDraftChange={(draft) => {
          kept.current.accept = draft;
        }}
        onAccept={(answer) => {
          if (isChanged || choice.isReckoning) return;
          deed.mutate({ deed: "accept", answer }, { onSuccess: onClose });
        }}
      />
    </Sheet>
  );
}
