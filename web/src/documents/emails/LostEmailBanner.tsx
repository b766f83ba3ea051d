import { Check, RotateCw } from "lucide-react";
import type { DocumentEmail } from "../../api/generated/DocumentEmail";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";

const STATE_TITLES: Partial<Record<DocumentEmail["state"], string>> = {
  unconfirmed: "Email not confirmed",
  refused: "Email refused",
  given_up: "Email wasn’t sent",
};

interface EmailMutation {
  isPending: boolean;
  mutate: (email: string) => void;
}

/** An email that may not have arrived, with what can be done about it. */
export function LostEmailBanner({
  email,
  sendAgain,
  markArrived,
  canSend = true,
  className,
}: {
  email: DocumentEmail;
  sendAgain: EmailMutation;
  markArrived: EmailMutation;
  /** Whether sending it again is still useful. */
  canSend?: boolean;
  className?: string;
}) {
  const busy = sendAgain.isPending || markArrived.isPending;
  return (
    <Banner
      tone={email.state === "unconfirmed" ? "amber" : "red"}
      title={STATE_TITLES[email.state]}
      live
      className={className}
    >
      <p className="wrap-anywhere">{email.says}</p>
      <p className="wrap-anywhere mt-1">{`Subject: ${email.subject}`}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {email.maySendAgain && canSend && (
          <Button
            busy={sendAgain.isPending}
            busyLabel="Sending…"
            disabled={busy}
            icon={<RotateCw aria-hidden size={18} strokeWidth={1.75} />}
            writes
            onClick={() => sendAgain.mutate(email.id)}
          >
            Send again
          </Button>
        )}
        <Button
          busy={markArrived.isPending}
          disabled={busy}
          icon={<Check aria-hidden size={18} strokeWidth={1.75} />}
          writes
          onClick={() => markArrived.mutate(email.id)}
        >
          They have it
        </Button>
      </div>
    </Banner>
  );
}

/** The state of an email in a few words; it counts as sent once the mail server has confirmed it. */
export function describeEmailState({ state, says }: Pick<DocumentEmail, "state" | "says">): string {
  switch (state) {
    case "waiting":
      return says ?? "Email is being sent";
    case "sent":
      return "Emailed";
    case "arrived":
      return "You recorded that they have it";
    case "unconfirmed":
      return "Email not confirmed";
    case "refused":
      return "Email refused";
    case "given_up":
      return "Email wasn’t sent";
    case "dropped":
      return says ?? "Email wasn’t sent";
  }
}
