import { Copy, MessageCircle, MessageSquareText, QrCode, Share2 } from "lucide-react";
import type { Channel } from "../../api/generated/Channel";
import { Button } from "../../ui/Button";
import { CHANNEL_LABELS, listShareChannels } from "./shareChannels";

export const CHANNEL_ICONS = {
  whatsapp: MessageCircle,
  sms: MessageSquareText,
  qr: QrCode,
  share: Share2,
  copy: Copy,
} satisfies Record<Channel, unknown>;

/** The ways to pass a link on; each makes the link first. */
export function ShareButtons({
  disabled,
  busy,
  onChoose,
}: {
  disabled: boolean;
  busy: string | null;
  onChoose: (channel: Channel) => void;
}) {
  return (
    <fieldset
      aria-label="Share the link by"
      className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] gap-2"
    >
      {listShareChannels().map((channel) => {
        const Icon = CHANNEL_ICONS[channel];
        return (
          <Button
            key={channel}
            block
            disabled={disabled}
            busy={busy === channel}
            onClick={() => onChoose(channel)}
            className="px-2! last:odd:col-span-full"
            icon={<Icon aria-hidden size={20} strokeWidth={1.75} />}
          >
            {CHANNEL_LABELS[channel]}
          </Button>
        );
      })}
    </fieldset>
  );
}
