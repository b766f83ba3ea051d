import { Check, Copy, MessageCircle, MessageSquareText, QrCode, Share2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { Channel } from "../../api/generated/Channel";
import type { ShareTexts } from "../../api/generated/ShareTexts";
import { Button } from "../../ui/Button";
import { copyText } from "../../ui/clipboard";
import { TextField } from "../../ui/TextField";
import type { KindInfo } from "../kind";
import type { StoredDocument } from "../types";
import {
  buildSmsUrl,
  buildWhatsappUrl,
  CHANNEL_LABELS,
  hasShareSheet,
  listShareChannels,
  openShareSheet,
} from "./shareChannels";

/** The customer's link, to copy or to share with another app. */
export function PublicLink({
  kindInfo,
  url,
  share = null,
  isCopied = false,
}: {
  kindInfo: KindInfo;
  url: string;
  /** The texts for the share sheet; only the link if they aren't known. */
  share?: ShareTexts | null;
  /** Whether it has already been copied. */
  isCopied?: boolean;
}) {
  const [copied, setCopied] = useState(isCopied);
  const copy = async () => {
    setCopied(await copyText(url));
  };
  const plain = { title: kindInfo.Name, text: url, url, amount: "", amountLabel: "", phone: null };
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2 *:flex-1">
        <Button
          className="px-2!"
          onClick={() => void copy()}
          icon={copied ? <Check aria-hidden size={20} /> : <Copy aria-hidden size={20} />}
        >
          <span aria-live="polite">{copied ? "Copied" : "Copy link"}</span>
        </Button>
        {hasShareSheet() && (
          <Button
            className="px-2!"
            onClick={() => void openShareSheet(share ?? plain)}
            icon={<Share2 aria-hidden size={20} />}
          >
            Share
          </Button>
        )}
      </div>
      <TextField label="Link" readOnly value={url} onFocus={(event) => event.target.select()} />
    </div>
  );
}

export const CHANNEL_ICONS = {
  whatsapp: MessageCircle,
  sms: MessageSquareText,
  qr: QrCode,
  share: Share2,
  copy: Copy,
} satisfies Record<Channel, unknown>;

/** The buttons for sharing a link; each creates the link first. */
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

/** The document as it was sent, the email address it was sent to, and the texts for its link. */
export interface SentResult {
  document: StoredDocument;
  to: string | null;
  share: ShareTexts | null;
  /** The channel chosen for the link. */
  by: Channel | null;
}

// Lazy, because its library isn't needed by users who send by email.
const QrScreen = lazy(() => import("./QrScreen"));

/** What was done, and the link to share, with the chosen channel first. */
export function SentNotice({
  kindInfo,
  sent,
  onDone,
}: {
  kindInfo: KindInfo;
  sent: SentResult;
  onDone: () => void;
}) {
  const { document: doc, to, share, by } = sent;
  const [isQrShown, setQrShown] = useState(by === "qr");
  const chosenApp = by === "whatsapp" || by === "sms" ? by : null;
  return (
    <div className="grid gap-4">
      <p className="break-words text-quiet">
        {to
          ? `We are emailing it to ${to}. You can also share the link yourself.`
          : `Your customer can open the ${kindInfo.name} with this link, without logging in.`}
      </p>
      {share && chosenApp && <ChannelLink channel={chosenApp} share={share} isMain />}
      {share && !to && (
        <fieldset
          aria-label="Share the link by"
          className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] gap-2"
        >
          {(["whatsapp", "sms"] as const)
            .filter((channel) => channel !== chosenApp)
            .map((channel) => (
              <ChannelLink key={channel} channel={channel} share={share} />
            ))}
          <Button
            block
            onClick={() => setQrShown(true)}
            className="px-2! last:odd:col-span-full"
            icon={<CHANNEL_ICONS.qr aria-hidden size={20} strokeWidth={1.75} />}
          >
            {CHANNEL_LABELS.qr}
          </Button>
        </fieldset>
      )}
      <PublicLink kindInfo={kindInfo} url={doc.publicUrl ?? ""} isCopied={by === "copy"} share={share} />
      <Button variant={chosenApp ? "secondary" : "primary"} block onClick={onDone}>
        Done
      </Button>
      {share && isQrShown && (
        <Suspense fallback={null}>
          <QrScreen share={share} onClose={() => setQrShown(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** Opens the app for a message with the link. It is an ordinary link, which no browser blocks. */
function ChannelLink({
  channel,
  share,
  isMain = false,
}: {
  channel: "whatsapp" | "sms";
  share: ShareTexts;
  isMain?: boolean;
}) {
  const Icon = CHANNEL_ICONS[channel];
  const href = channel === "whatsapp" ? buildWhatsappUrl(share) : buildSmsUrl(share);
  return (
    <Button asChild block variant={isMain ? "primary" : "secondary"} className="px-2!">
      <a href={href} {...(channel === "whatsapp" && { target: "_blank", rel: "noreferrer" })}>
        <Icon aria-hidden size={20} strokeWidth={1.75} />
        {isMain ? `Open ${channel === "whatsapp" ? "WhatsApp" : "a text message"}` : CHANNEL_LABELS[channel]}
      </a>
    </Button>
  );
}
