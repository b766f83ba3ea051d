import { useState } from "react";
import { Dialog } from "../../ui/Dialog";
import { toast } from "../../ui/toast";
import type { StoredDocument } from "../types";
import { SendForm, type SendProps } from "./SendForm";
import { type Sent, SentNotice } from "./SentNotice";

interface Props extends SendProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSent?: (sent: StoredDocument) => void;
}

/** Gives the document to its customer: by a link to pass on, or by an e-mail that we send. */
export function SendDialog(props: Props) {
  const { words, open, onOpenChange } = props;
  const [sent, setSent] = useState<Sent | null>(null);
  const close = (next: boolean) => {
    onOpenChange(next);
    if (!next) setSent(null);
  };
  const number = sent?.document[words.numberField];
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={
        sent
          ? `${words.Name} ${number ?? ""} ${sent.to ? "is on its way" : "is ready"}`
          : `Send ${words.name} ${props.document.number ?? ""}`.trim()
      }
    >
      {sent ? (
        <SentNotice words={words} sent={sent} onDone={() => close(false)} />
      ) : (
        <SendForm
          {...props}
          onSent={setSent}
          afterSent={props.onSent}
          onWaits={(via) => {
            close(false);
            props.onWaits?.(via);
            toast({
              title: "Will be sent",
              description:
                via === "email"
                  ? "It goes out as soon as there is signal. Until then you can stop it."
                  : "You get its link to share as soon as there is signal. Until then you can stop it.",
            });
          }}
        />
      )}
    </Dialog>
  );
}
