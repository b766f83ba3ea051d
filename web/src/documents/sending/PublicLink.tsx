import { Check, Copy, Share2 } from "lucide-react";
import { useState } from "react";
import type { ShareTexts } from "../../api/generated/ShareTexts";
import { Button } from "../../ui/Button";
import { copyText } from "../../ui/clipboard";
import { TextField } from "../../ui/TextField";
import type { KindInfo } from "../kind";
import { hasShareSheet, openShareSheet } from "./shareChannels";

/** The customer's link, to copy or to hand to another app. */
export function PublicLink({
  kindInfo,
  url,
  share = null,
  isCopied = false,
}: {
  kindInfo: KindInfo;
  url: string;
  /** What goes with it into the share sheet; the link alone where it is not known. */
  share?: ShareTexts | null;
  /** Whether it is on the clipboard already. */
  isCopied?: boolean;
}) {
  const [copied, setCopied] = useState(isCopied);
  const copy = async () => {
    setCopied(await copyText(url));
  };
  const plain = { title: kindInfo.Name, text: url, url, amount: "", amountLabel: "", phone: null };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
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
