import type { Cancellation } from "../../api/generated/Cancellation";
import type { Presentation } from "../../api/generated/Presentation";
import { Button } from "../../ui/Button";
import { Sheet } from "../../ui/Sheet";
import { type CustomerDeed, isDoing, problemOf } from "./mutations";

/** Asks once more before a job, or a variation of one, is cancelled; no reason is asked for, since none is needed. */
export function CancelSheet({
  deed,
  document: doc,
  cancellation,
  onClose,
}: {
  deed: CustomerDeed;
  document: Presentation;
  cancellation: Cancellation;
  onClose: () => void;
}) {
  const hasEmail = doc.to.lines.some(({ part }) => part === "email");
  const it = doc.variation ? `variation ${doc.number}` : "this job";
  return (
    <Sheet
      onClose={onClose}
      title={`Cancel ${it}?`}
      description={`${doc.businessName} will be told straight away${hasEmail ? ", and you’ll get an email to confirm" : ""}. You can’t undo this here.`}
      problem={problemOf(deed, "cancel")}
      footer={
        <>
          <Button onClick={onClose}>{doc.variation ? "Keep it" : "Keep the job"}</Button>
          <Button
            variant="danger"
            busy={isDoing(deed, "cancel")}
            busyLabel="Cancelling…"
            onClick={() => deed.mutate({ deed: "cancel" }, { onSuccess: onClose })}
          >
            {doc.variation ? "Cancel this variation" : "Cancel this job"}
          </Button>
        </>
      }
    >
      {doc.variation && <p>This doesn’t affect the rest of the job.</p>}
      {cancellation.earlyNote && <p>{cancellation.earlyNote}</p>}
    </Sheet>
  );
}
