import { Mail, MessageCircle, MessageSquareText } from "lucide-react";
import type { Kind } from "../../api/generated/Kind";
import type { ShareWords } from "../../api/generated/ShareWords";
import { Button } from "../../ui/Button";
import { useRemind } from "../bulk/useRemind";
import { smsAddress, whatsappAddress } from "../sending/ways";
import { useTold } from "./queries";

/** The customer reminded in one tap: by email, which can be undone for some seconds, or in a conversation. */
export function ChaseNow({
  kind,
  id,
  title,
  message,
  compact = false,
}: {
  kind: Kind;
  id: string;
  /** What is chased, for whoever does not see it: 'invoice INV-0012'. */
  title: string;
  message: ShareWords;
  /** Pictures alone, where there are many. */
  compact?: boolean;
}) {
  const remind = useRemind(kind, id);
  const told = useTold(kind, id);
  const size = compact ? 20 : 18;
  const look = compact ? "w-control px-0!" : "flex-auto px-2!";
  const say = (words: string) => (compact ? <span className="sr-only">{`${words}: ${title}`}</span> : words);
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{`Chase ${title}`}</legend>
      <Button
        className={look}
        busy={remind.isPending}
        icon={<Mail aria-hidden size={size} strokeWidth={1.75} />}
        onClick={() => remind.mutate()}
      >
        {say("Email")}
      </Button>
      <Button asChild className={look}>
        <a
          href={whatsappAddress(message)}
          target="_blank"
          rel="noreferrer"
          onClick={() => told.mutate("whatsapp")}
        >
          <MessageCircle aria-hidden size={size} strokeWidth={1.75} />
          {say("WhatsApp")}
        </a>
      </Button>
      <Button asChild className={look}>
        <a href={smsAddress(message)} onClick={() => told.mutate("sms")}>
          <MessageSquareText aria-hidden size={size} strokeWidth={1.75} />
          {say("Text message")}
        </a>
      </Button>
    </fieldset>
  );
}
