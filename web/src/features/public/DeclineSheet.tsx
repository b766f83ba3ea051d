import { useState } from "react";
import type { Presentation } from "../../api/generated/Presentation";
import { declineLabel } from "../../documents/accepting/labels";
import { Button } from "../../ui/Button";
import { Sheet } from "../../ui/Sheet";
import { TextArea } from "../../ui/TextField";
import { ChangedNotice } from "./ChangedNotice";
import { type CustomerDeed, isDoing, problemOf } from "./mutations";
import type { Deciding } from "./useDeciding";

/** The longest reason that the server keeps. */
const LONGEST_REASON = 2_000;

/**
 * Asks once more before a decline, and why, for whoever likes to say. It is the quote that is declined, whatever its
 * version: one that the business changes meanwhile can be read first, and need not be.
 */
export function DeclineSheet({
  deed,
  deciding,
  document: doc,
  onClose,
}: {
  deed: CustomerDeed;
  deciding: Deciding;
  document: Presentation;
  onClose: () => void;
}) {
  const { kept, isOutdated, read } = deciding;
  const [reason, setReason] = useState(kept.current.reason ?? "");
  const fill = (reason: string) => {
    setReason(reason);
    kept.current.reason = reason;
  };
  const problem = problemOf(deed, "decline");
  return (
    <Sheet
      onClose={onClose}
      title={`Decline ${doc.heading}?`}
      description={`We’ll let ${doc.businessName} know. You can still call or write to them about it.`}
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
            {declineLabel(doc)}
          </Button>
        </>
      }
    >
      <ChangedNotice isChanged={isOutdated} onRead={read}>
        The business changed it while you had it open. You can read the new version first, or decline it now.
      </ChangedNotice>
      <TextArea
        label="Reason"
        optional
        help="It helps the business to know: the price, the date, someone else’s offer."
        maxLength={LONGEST_REASON}
        value={reason}
        onChange={(event) => fill(event.target.value)}
      />
    </Sheet>
  );
}
