import { useId } from "react";
import { AcceptForm } from "../../documents/accepting/AcceptForm";
import { getAcceptLabel } from "../../documents/accepting/acceptance";
import type { QuotePicker } from "../../documents/accepting/useQuotePicker";
import { Button } from "../../ui/Button";
import { Sheet } from "../../ui/Sheet";
import {
  type CustomerMutation,
  describeActionError,
  describeConflict,
  describeQuoteChange,
  isActionPending,
  type PendingDecision,
} from "./customer-actions";
import { QuoteChangedNotice } from "./QuoteChangedNotice";

/**
 * The acceptance of a quote: what is accepted, by whom, and under which terms. It accepts the version on
 * which it was opened: if the business changes the quote meanwhile, the customer reads it and confirms again,
 * with everything that was filled in.
 */
export function AcceptSheet({
  mutation,
  decision,
  choice,
  onClose,
}: {
  mutation: CustomerMutation;
  decision: PendingDecision;
  choice: QuotePicker;
  onClose: () => void;
}) {
  const form = useId();
  const { drafts, readVersion, isOutdated, isTotalChanged, showChanges } = decision;
  const isAccepting = isActionPending(mutation, "accept");
  // An acceptance being sent may have been in time.
  const isChanged = !isAccepting && (isOutdated || describeConflict(mutation) !== null);
  return (
    <Sheet
      onClose={onClose}
      title={`Accept ${choice.presentation.heading}`}
      problem={isChanged ? null : describeActionError(mutation, "accept")}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={form}
            variant="accent"
            disabled={isChanged || choice.isCalculating}
            busy={isAccepting}
            busyLabel="Accepting…"
          >
            {getAcceptLabel(choice.presentation)}
          </Button>
        </>
      }
    >
      <QuoteChangedNotice isChanged={isChanged} isTotalChanged={isTotalChanged} onRead={showChanges}>
        {describeQuoteChange(mutation, isTotalChanged, choice.lostPicksText)}
      </QuoteChangedNotice>
      <AcceptForm
        id={form}
        page={readVersion}
        picker={choice}
        draft={drafts.current.accept}
        onDraftChange={(draft) => {
          drafts.current.accept = draft;
        }}
        onAccept={(answer) => {
          if (isChanged || choice.isCalculating) return;
          mutation.mutate({ action: "accept", answer }, { onSuccess: onClose });
        }}
      />
    </Sheet>
  );
}
