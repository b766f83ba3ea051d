import { Mail, MessageCircle, MessageSquareText } from "lucide-react";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { PassedOnBy } from "../../api/generated/PassedOnBy";
import type { ShareTexts } from "../../api/generated/ShareTexts";
import { useConnection } from "../../offline/waiting/useWaiting";
import { Button } from "../../ui/Button";
import { useLooking } from "../../ui/looking";
import { useRemind } from "../bulk/useRemind";
import { smsAddress, whatsappAddress } from "../sending/ways";
import { useTold } from "./queries";

/** Three fit beside each other, on a phone and beside a sheet. */
const BUTTON = "flex-auto px-2! lg:gap-1.5 lg:px-1.5! lg:text-sm";

/** The customer reminded in one tap: by email, which can be undone for some seconds, or in a conversation. */
export function ChaseNow({
  kind,
  id,
  title,
  message,
  onChosen,
}: {
  kind: DocumentKind;
  id: string;
  /** What is chased, for whoever does not see it: 'invoice INV-0012'. */
  title: string;
  message: ShareTexts;
  /** A way was taken. */
  onChosen?: () => void;
}) {
  const remind = useRemind(kind, id);
  const told = useTold(kind, id);
  const { reached } = useConnection();
  // Support, which only looks, sends nobody anything.
  if (useLooking()) return null;
  const note = (by: PassedOnBy) => {
    told.mutate(by);
    onChosen?.();
  };
  return (
    <fieldset className="flex flex-wrap gap-2 lg:gap-1.5">
      <legend className="sr-only">{`Chase ${title}`}</legend>
      <Button
        className={BUTTON}
        busy={remind.isPending}
        disabled={!reached}
        title={reached ? undefined : "Needs signal"}
        icon={<Mail aria-hidden size={18} strokeWidth={1.75} />}
        writes
        onClick={() => remind.mutate(undefined, { onSuccess: onChosen })}
      >
        Email
      </Button>
      <Button asChild className={BUTTON}>
        <a href={whatsappAddress(message)} target="_blank" rel="noreferrer" onClick={() => note("whatsapp")}>
          <MessageCircle aria-hidden size={18} strokeWidth={1.75} />
          WhatsApp
        </a>
      </Button>
      <Button asChild className={BUTTON}>
        <a href={smsAddress(message)} aria-label="Text message" onClick={() => note("sms")}>
          <MessageSquareText aria-hidden size={18} strokeWidth={1.75} />
          Text
        </a>
      </Button>
    </fieldset>
  );
}
