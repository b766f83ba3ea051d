import type { Cancellation } from "../../api/generated/Cancellation";
import type { Presentation } from "../../api/generated/Presentation";
import { Button } from "../../ui/Button";
import { Sheet } from "../../ui/Sheet";
import { type CustomerMutation, describeActionError, isActionPending } from "./customer-actions";

/** Asks the customer to confirm that they cancel a job or a variation. They needn't give a reason. */
export function CancelSheet({
  mutation,
  document: doc,
  cancellation,
  onClose,
}: {
  mutation: CustomerMutation;
  document: Presentation;
  cancellation: Cancellation;
  onClose: () => void;
}) {
  const hasEmail = doc.to.lines.some(({ part }) => part === "email");
  const subject = doc.variation ? `variation ${doc.number}` : "this job";
  return (
    <Sheet
      onClose={onClose}
      title={`Cancel ${subject}?`}
      description={`${doc.businessName} will be told straight away${hasEmail ? ", and you’ll get an email to confirm" : ""}. You can’t undo this here.`}
      problem={describeActionError(mutation, "cancel")}
      footer={
        <>
          <Button onClick={onClose}>{doc.variation ? "Keep it" : "Keep the job"}</Button>
          <Button
            variant="danger"
            busy={isActionPending(mutation, "cancel")}
            busyLabel="Cancelling…"
            onClick={() => mutation.mutate({ action: "cancel" }, { onSuccess: onClose })}
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
