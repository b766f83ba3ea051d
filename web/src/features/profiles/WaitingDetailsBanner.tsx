import { getErrorMessage } from "../../api/errors";
import type { WaitingDetails as Waiting } from "../../api/generated/WaitingDetails";
import type { Profile } from "../../entities/profiles/profile";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { toast } from "../../ui/toast";
import { useUndoPaymentDetails } from "./mutations";

/** New bank details that customers don't see yet: when they will, and a button that undoes the change. */
export function WaitingDetailsBanner({
  profile,
  waiting,
  onUndone,
}: {
  profile: Profile;
  waiting: Waiting[];
  onUndone: (profile: Profile) => void;
}) {
  const undoDetails = useUndoPaymentDetails();
  const undo = () =>
    undoDetails.mutate(profile, {
      onSuccess: (restored) => {
        onUndone(restored);
        toast({ title: "Your customers are still paying into the old account", tone: "good" });
      },
    });
  return (
    <Banner tone="amber" className="mb-4" title="Your customers can’t see your new details yet">
      {waiting.map((one) => (
        <p key={one.way}>{describeWaitingDetails(one)}</p>
      ))}
      <p className="mt-1">Wasn’t this you? Undo it, then change your password.</p>
      <Button className="mt-3" busy={undoDetails.isPending} busyLabel="Undoing…" writes onClick={undo}>
        Undo it
      </Button>
      {undoDetails.isError ? (
        <p role="alert" className="mt-2 text-bad">
          {getErrorMessage(undoDetails.error)}
        </p>
      ) : null}
    </Banner>
  );
}

/** When one of the waiting details takes effect. */
function describeWaitingDetails({ way, from, isFirst, bank, paypal }: Waiting): string {
  const methodName = way === "bank" ? "Bank details" : "PayPal";
  if (isFirst) {
    return `${methodName}: From ${from} on what you’ve already sent. What you send now shows them straight away.`;
  }
  const currentDetails = way === "bank" ? [bank.bankName, bank.sortCode, bank.accountNumber] : [paypal];
  const currentText = currentDetails.filter((text) => text !== "").join(", ");
  return `${methodName}: From ${from}. Until then your customers see ${currentText}.`;
}

/** A notice after saving other payment details; undefined where they were not changed. */
export function describeNewlyWaiting(before: Profile | undefined, saved: Profile): string | undefined {
  const known = before?.waiting ?? [];
  const newDetails = (saved.waiting ?? []).filter(
    (one) => !known.some(({ way, from }) => way === one.way && from === one.from),
  );
  const [first] = newDetails;
  if (!first) return undefined;
  const methodNames = newDetails.map(({ way }) => (way === "bank" ? "bank" : "PayPal")).join(" and ");
  const documentsText = first.isFirst ? "Invoices you’ve already sent" : "Open invoices";
  return `${documentsText} show the new ${methodNames} details from ${first.from}.`;
}
