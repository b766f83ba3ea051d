import { Check, RotateCw } from "lucide-react";
import type { DocumentEmail } from "../../api/generated/DocumentEmail";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";

const TITLES: Partial<Record<DocumentEmail["state"], string>> = {
  unconfirmed: "Email not confirmed",
  refused: "Email refused",
  given_up: "Email wasn’t sent",
};

interface Deed {
  isPending: boolean;
  mutate: (email: string) => void;
}

/** An email of which nobody knows that it arrived, with what can be done about it. */
export function LostEmail({
  email,
  again,
  arrived,
  maySend = true,
  className,
}: {
  email: DocumentEmail;
  again: Deed;
  arrived: Deed;
  /** Whether it is still of use. */
  maySend?: boolean;
  className?: string;
}) {
  const busy = again.isPending || arrived.isPending;
  return (
    <Banner
      tone={email.state === "unconfirmed" ? "amber" : "red"}
      title={TITLES[email.state]}
      live
      className={className}
    >
      <p className="wrap-anywhere">{email.says}</p>
      <p className="wrap-anywhere mt-1">{`Subject: ${email.subject}`}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {email.maySendAgain && maySend && (
          <Button
            busy={again.isPending}
            busyLabel="Sending…"
            disabled={busy}
            icon={<RotateCw aria-hidden size={18} strokeWidth={1.75} />}
            writes
            onClick={() => again.mutate(email.id)}
          >
            Send again
          </Button>
        )}
        <Button
          busy={arrived.isPending}
          disabled={busy}
          icon={<Check aria-hidden size={18} strokeWidth={1.75} />}
          writes
          onClick={() => arrived.mutate(email.id)}
        >
          They have it
        </Button>
      </div>
    </Banner>
  );
}
