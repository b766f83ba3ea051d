import { useState } from "react";
import { Dialog } from "../../ui/Dialog";
import { toast } from "../../ui/toast";
import type { StoredDocument } from "../types";
import { SendForm, type SendFormProps } from "./SendForm";
import { SentNotice, type SentResult } from "./SentNotice";

interface SendDialogProps extends SendFormProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSent?: (sent: StoredDocument) => void;
}

/** Gives the document to its customer: by a link to pass on, or by an e-mail that we send. */
export function SendDialog(props: SendDialogProps) {
  const { kindInfo, open, onOpenChange } = props;
  const [sent, setSent] = useState<SentResult | null>(null);
  const close = (next: boolean) => {
    onOpenChange(next);
    if (!next) setSent(null);
  };
  const number = sent?.document[kindInfo.numberField];
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={
        sent
          ? `${kindInfo.Name} ${number ?? ""} ${sent.to ? "is on its way" : "is ready"}`
          : `Send ${kindInfo.name} ${props.document.number ?? ""}`.trim()
      }
    >
      {sent ? (
        <SentNotice kindInfo={kindInfo} sent={sent} onDone={() => close(false)} />
      ) : (
        <SendForm
          {...props}
          onSent={setSent}
          afterSent={props.onSent}
          onQueued={(via) => {
            close(false);
            props.onQueued?.(via);
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
