import { Copy, MessageCircle, MessageSquareText, QrCode, Share2 } from "lucide-react";
import type { Channel } from "../../api/generated/Channel";
import { Button } from "../../ui/Button";
import { WAY_LABELS, waysHere } from "./ways";

export const WAY_ICONS = {
  whatsapp: MessageCircle,
  sms: MessageSquareText,
  qr: QrCode,
  share: Share2,
  copy: Copy,
} satisfies Record<Channel, unknown>;

/** The ways to pass a link on; each makes the link first. */
export function WayButtons({
  disabled,
  busy,
  onChoose,
}: {
  disabled: boolean;
  busy: string | null;
  onChoose: (way: Channel) => void;
}) {
  return (
    <fieldset
      aria-label="Share the link by"
      className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] gap-2"
    >
      {waysHere().map((way) => {
        const Icon = WAY_ICONS[way];
        return (
          <Button
            key={way}
            block
            disabled={disabled}
            busy={busy === way}
            onClick={() => onChoose(way)}
            className="px-2! last:odd:col-span-full"
            icon={<Icon aria-hidden size={20} strokeWidth={1.75} />}
          >
            {WAY_LABELS[way]}
          </Button>
        );
      })}
    </fieldset>
  );
}
