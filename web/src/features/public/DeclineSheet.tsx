import { useState } from "react";
import type { Presentation } from "../../api/generated/Presentation";
import { Button } from "../../ui/Button";
import { Sheet } from "../../ui/Sheet";
import { TextArea } from "../../ui/TextField";
import { type CustomerDeed, isDoing, problemOf } from "./mutations";

/** The longest reason that the server keeps. */
const LONGEST_REASON = 2_000;

/** Asks once more before a decline, and why, for whoever likes to say. */
export function DeclineSheet({
  deed,
  document: doc,
  onClose,
}: {
  deed: CustomerDeed;
  document: Presentation;
  onClose: () => void;
}) {
  const [reason, setReason] = useState("");
  const problem = problemOf(deed, "decline");
  return (
    <Sheet
      onClose={onClose}
      title={`Decline ${doc.heading}?`}
      description={`${doc.businessName} will be told. You can still call or write to them about it.`}
      problem={problem}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="danger"
            busy={isDoing(deed, "decline")}
            busyLabel="Declining…"
            onClick={() => deed.mutate({ deed: "decline", reason: reason.trim() }, { onSuccess: onClose })}
          >
            Decline Quote
          </Button>
        </>
      }
    >
      <TextArea
        label="Reason"
        optional
        help="It helps the business to know: the price, the date, someone else's offer."
        maxLength={LONGEST_REASON}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </Sheet>
  );
}
