import { Link2Off } from "lucide-react";
import { useState } from "react";
import { getErrorMessage } from "../../api/errors";
import { useConnection } from "../../offline/waiting/waiting-hooks";
import { Button } from "../../ui/Button";
import { ConfirmDialog } from "../../ui/Dialog";
import { toast } from "../../ui/toast";
import { getKindInfo } from "../kind";
import { useRevokeLink } from "../mutations";
import { PublicLink } from "../sending/PublicLink";
import type { StoredDocument } from "../types";

/** The customer's link, and its replacement by another one when it went further than it should. */
export function CustomerLinkSection({ document: doc, url }: { document: StoredDocument; url: string }) {
  const kindInfo = getKindInfo(doc);
  const [isConfirming, setConfirming] = useState(false);
  const { reached } = useConnection();
  const revoke = useRevokeLink(doc.kind, doc.id);
  const replace = () =>
    revoke.mutate(undefined, {
      onSuccess: () => {
        setConfirming(false);
        toast({ title: "Link replaced", description: "Send your customer the new one.", tone: "good" });
      },
      onError: (error) => toast({ title: getErrorMessage(error), tone: "bad" }),
    });
  return (
    <div className="mt-4 border-line border-t pt-4">
      <h2 className="mb-2 font-semibold text-base">Customer’s link</h2>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <PublicLink kindInfo={kindInfo} url={url} />
        <Button
          variant="quiet"
          block
          disabled={!reached}
          icon={<Link2Off aria-hidden size={20} strokeWidth={1.75} />}
          writes
          onClick={() => setConfirming(true)}
        >
          {reached ? "Replace the link" : "Replace the link: needs signal"}
        </Button>
      </div>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title="Replace the link?"
        description={`The link you shared stops working straight away, and you get a new one to send. This can’t be undone.`}
        confirmLabel="Replace the link"
        busy={revoke.isPending}
        onConfirm={replace}
      />
    </div>
  );
}
