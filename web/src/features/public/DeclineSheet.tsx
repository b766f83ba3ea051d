import { useState } from "react";
import type { Presentation } from "../../api/generated/Presentation";
import { getDeclineLabel } from "../../documents/accepting/acceptance";
import { Button } from "../../ui/Button";
import { Sheet } from "../../ui/Sheet";
import { TextArea } from "../../ui/TextField";
import {
  type CustomerMutation,
  describeActionError,
  isActionPending,
  type PendingDecision,
} from "./customer-actions";
import { QuoteChangedNotice } from "./QuoteChangedNotice";

/** The longest reason that the server accepts. */
const MAX_REASON_LENGTH = 2_000;

/**
 * Confirms declining a quote and asks for an optional reason. The decline applies to the quote, whatever its
 * version: if the business changes it meanwhile, the customer can read it first but need not.
 */
export function DeclineSheet({
  mutation,
  decision,
  document: doc,
  onClose,
}: {
  mutation: CustomerMutation;
  decision: PendingDecision;
  document: Presentation;
  onClose: () => void;
}) {
  const { drafts, isOutdated, showChanges } = decision;
  const [reason, setReason] = useState(drafts.current.reason ?? "");
  const updateReason = (reason: string) => {
    setReason(reason);
    drafts.current.reason = reason;
  };
  const problem = describeActionError(mutation, "decline");
  return (
    <Sheet
      onClose={onClose}
      title={`Decline ${doc.heading}?`}
      description={[`We’ll let ${doc.businessName} know.`, describeContact(doc.help)]
        .filter(Boolean)
        .join(" ")}
      problem={problem}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="danger"
            busy={isActionPending(mutation, "decline")}
            busyLabel="Declining…"
            onClick={() =>
              mutation.mutate({ action: "decline", reason: reason.trim() }, { onSuccess: onClose })
            }
          >
            {getDeclineLabel(doc)}
          </Button>
        </>
      }
    >
      <QuoteChangedNotice isChanged={isOutdated} onRead={showChanges}>
        The business changed it while you had it open. You can read the new version first, or decline it now.
      </QuoteChangedNotice>
      <TextArea
        label="Reason"
        optional
        help="It helps the business to know: the price, the date, someone else’s offer."
        maxLength={MAX_REASON_LENGTH}
        value={reason}
        onChange={(event) => updateReason(event.target.value)}
      />
    </Sheet>
  );
}

/** How the customer can still reach the business, with the details that it gave. */
function describeContact(help: Presentation["help"]): string | null {
  const ways = [help?.phone && "call", help?.email && "write to"].filter(Boolean);
  return ways.length > 0 ? `You can still ${ways.join(" or ")} them about it.` : null;
}
