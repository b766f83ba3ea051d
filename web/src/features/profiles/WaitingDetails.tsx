import { errorMessage } from "../../api/errors";
import type { WaitingDetails as Waiting } from "../../api/generated/WaitingDetails";
import type { Profile } from "../../entities/profiles/profile";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { toast } from "../../ui/toast";
import { useTakeBack } from "./mutations";

/** New bank details that customers do not see yet: from when they do, and the way back. */
export function WaitingDetails({
  profile,
  waiting,
  onTakenBack,
}: {
  profile: Profile;
  waiting: Waiting[];
  onTakenBack: (profile: Profile) => void;
}) {
  const takeBack = useTakeBack();
  const take = () =>
    takeBack.mutate(profile, {
      onSuccess: (taken) => {
        onTakenBack(taken);
        toast({ title: "Your customers are still paying into the old account", tone: "good" });
      },
    });
  return (
    <Banner tone="amber" className="mb-4" title="Your customers can’t see your new details yet">
      {waiting.map((one) => (
        <p key={one.way}>{words(one)}</p>
      ))}
      <p className="mt-1">Wasn’t this you? Undo it, then change your password.</p>
      <Button className="mt-3" busy={takeBack.isPending} busyLabel="Undoing…" writes onClick={take}>
        Undo it
      </Button>
      {takeBack.isError ? (
        <p role="alert" className="mt-2 text-bad">
          {errorMessage(takeBack.error)}
        </p>
      ) : null}
    </Banner>
  );
}

/** What one of them waits for. */
function words({ way, from, isFirst, bank, paypal }: Waiting): string {
  const what = way === "bank" ? "Bank details" : "PayPal";
  if (isFirst) {
    return `${what}: From ${from} on what you’ve already sent. What you send now shows them straight away.`;
  }
  const before = way === "bank" ? [bank.bankName, bank.sortCode, bank.accountNumber] : [paypal];
  const named = before.filter((text) => text !== "").join(", ");
  return `${what}: From ${from}. Until then your customers see ${named}.`;
}
