import { Mail, MessageCircle, MessageSquareText } from "lucide-react";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { PassedOnBy } from "../../api/generated/PassedOnBy";
import type { ShareTexts } from "../../api/generated/ShareTexts";
import { useConnection } from "../../offline/waiting/waiting-hooks";
import { Button } from "../../ui/Button";
import { useSupportView } from "../../ui/support-view";
import { buildSmsUrl, buildWhatsappUrl } from "../sending/shareChannels";
import { useRecordPassedOn, useSendReminder } from "./queries";

/** Three buttons fit side by side, on a phone and beside a printable document. */
const BUTTON_CLASS = "flex-auto px-2! lg:gap-1.5 lg:px-1.5! lg:text-sm";

/** Buttons to remind the customer: by email, which can be undone for some seconds, or through another app. */
export function ChaseButtons({
  kind,
  id,
  title,
  message,
  onChosen,
}: {
  kind: DocumentKind;
  id: string;
  /** What the reminder is about, for screen readers: 'invoice INV-0012'. */
  title: string;
  message: ShareTexts;
  /** Called when one of the buttons was used. */
  onChosen?: () => void;
}) {
  const remind = useSendReminder(kind, id);
  const recordPassedOn = useRecordPassedOn(kind, id);
  const { reached } = useConnection();
  // Support, which only looks, can't send anything.
  if (useSupportView()) return null;
  const handleShared = (by: PassedOnBy) => {
    recordPassedOn.mutate(by);
    onChosen?.();
  };
  return (
    <fieldset className="flex flex-wrap gap-2 lg:gap-1.5">
      <legend className="sr-only">{`Chase ${title}`}</legend>
      <Button
        className={BUTTON_CLASS}
        busy={remind.isPending}
        disabled={!reached}
        title={reached ? undefined : "Needs signal"}
        icon={<Mail aria-hidden size={18} strokeWidth={1.75} />}
        writes
        onClick={() => remind.mutate(undefined, { onSuccess: onChosen })}
      >
        Email
      </Button>
      <Button asChild className={BUTTON_CLASS}>
        <a
          href={buildWhatsappUrl(message)}
          target="_blank"
          rel="noreferrer"
          onClick={() => handleShared("whatsapp")}
        >
          <MessageCircle aria-hidden size={18} strokeWidth={1.75} />
          WhatsApp
        </a>
      </Button>
      <Button asChild className={BUTTON_CLASS}>
        <a href={buildSmsUrl(message)} aria-label="Text message" onClick={() => handleShared("sms")}>
          <MessageSquareText aria-hidden size={18} strokeWidth={1.75} />
          Text
        </a>
      </Button>
    </fieldset>
  );
}
