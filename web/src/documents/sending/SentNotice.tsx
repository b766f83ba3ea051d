import { lazy, Suspense, useState } from "react";
import type { Channel } from "../../api/generated/Channel";
import type { ShareTexts } from "../../api/generated/ShareTexts";
import { Button } from "../../ui/Button";
import type { KindWords } from "../kind";
import type { StoredDocument } from "../types";
import { PublicLink } from "./PublicLink";
import { WAY_ICONS } from "./WayButtons";
import { smsAddress, WAY_LABELS, whatsappAddress } from "./ways";

/** The document as it was sent, the address it was e-mailed to, and what goes with its link. */
export interface Sent {
  document: StoredDocument;
  to: string | null;
  share: ShareTexts | null;
  /** The way that was chosen for the link. */
  by: Channel | null;
}

// Drawn by a library of its own, which nobody waits for who sends by mail.
const QrScreen = lazy(() => import("./QrScreen"));

/** What was done, and the link to pass on: the way that was chosen first. */
export function SentNotice({ words, sent, onDone }: { words: KindWords; sent: Sent; onDone: () => void }) {
  const { document: doc, to, share, by } = sent;
  const [shown, setShown] = useState(by === "qr");
  const first = by === "whatsapp" || by === "sms" ? by : null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="break-words text-quiet">
        {to
          ? `We are emailing it to ${to}. You can also share the link yourself.`
          : `Your customer can open the ${words.name} with this link, without logging in.`}
      </p>
      {share && first && <WayLink way={first} share={share} main />}
      {share && !to && (
        <fieldset
          aria-label="Share the link by"
          className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] gap-2"
        >
          {(["whatsapp", "sms"] as const)
            .filter((way) => way !== first)
            .map((way) => (
              <WayLink key={way} way={way} share={share} />
            ))}
          <Button
            block
            onClick={() => setShown(true)}
            className="px-2! last:odd:col-span-full"
            icon={<WAY_ICONS.qr aria-hidden size={20} strokeWidth={1.75} />}
          >
            {WAY_LABELS.qr}
          </Button>
        </fieldset>
      )}
      <PublicLink words={words} url={doc.publicUrl ?? ""} isCopied={by === "copy"} share={share} />
      <Button variant={first ? "secondary" : "primary"} block onClick={onDone}>
        Done
      </Button>
      {share && shown && (
        <Suspense fallback={null}>
          <QrScreen share={share} onClose={() => setShown(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** A message with the link, in the app that sends it: a link of its own, which no browser keeps from opening. */
function WayLink({
  way,
  share,
  main = false,
}: {
  way: "whatsapp" | "sms";
  share: ShareTexts;
  main?: boolean;
}) {
  const Icon = WAY_ICONS[way];
  const href = way === "whatsapp" ? whatsappAddress(share) : smsAddress(share);
  return (
    <Button asChild block variant={main ? "primary" : "secondary"} className="px-2!">
      <a href={href} {...(way === "whatsapp" && { target: "_blank", rel: "noreferrer" })}>
        <Icon aria-hidden size={20} strokeWidth={1.75} />
        {main ? `Open ${way === "whatsapp" ? "WhatsApp" : "a text message"}` : WAY_LABELS[way]}
      </a>
    </Button>
  );
}
