import { Link2Off, type LucideIcon, PenLine, QrCode } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { getErrorMessage } from "../../api/errors";
import type { ShareTexts } from "../../api/generated/ShareTexts";
import { useConnection } from "../../offline/waiting/waiting-hooks";
import { Button } from "../../ui/Button";
import { ConfirmDialog } from "../../ui/Dialog";
import { toast } from "../../ui/toast";
import { getKindInfo } from "../kind";
import { useRevokeLink } from "../mutations";
import { readPublicPage } from "../queries";
import { isWaitingForCustomer } from "../questions/OpenQuestions";
import { readSendTexts } from "../sending/queries";
import { PublicLink } from "../sending/SentNotice";
import { CHANNEL_LABELS } from "../sending/shareChannels";
import type { StoredDocument } from "../types";
import { useUnsharedIds } from "../unsent/useSyncState";
import { MarkAcceptedButton, useQuoteNextStep } from "./NextActionButton";

const QrScreen = lazy(() => import("../sending/QrScreen"));

/** Shows the link of an issued document as a QR code, for a customer who is present. */
export function QrButton({ document: doc, icon: Icon }: { document: StoredDocument; icon: LucideIcon }) {
  const [share, setShare] = useState<ShareTexts | null>(null);
  const [busy, setBusy] = useState(false);
  const { reached } = useConnection();
  const openQrScreen = async () => {
    setBusy(true);
    try {
      setShare((await readSendTexts(doc.kind, doc.id)).share);
    } catch (error) {
      toast({ title: getErrorMessage(error as Error), tone: "bad" });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button
        className="px-2!"
        busy={busy}
        disabled={!reached}
        title={reached ? undefined : "Needs signal"}
        icon={<Icon aria-hidden size={20} strokeWidth={1.75} />}
        onClick={() => void openQrScreen()}
      >
        {CHANNEL_LABELS.qr}
      </Button>
      {share && (
        <Suspense fallback={null}>
          <QrScreen share={share} onClose={() => setShare(null)} />
        </Suspense>
      )}
    </>
  );
}

// Lazy, because it is needed only when a customer signs on this device.
const SignSheet = lazy(() => import("../accepting/SignSheet"));

/**
 * Actions while the customer is present: they sign here, or open the document on their own phone. Other
 * acceptances can be recorded even after the quote has expired, because the customer may have accepted in
 * time.
 */
export function OnSiteActions({
  document: doc,
  canAccept,
}: {
  document: StoredDocument;
  /** Whether the customer may accept it now. */
  canAccept: boolean;
}) {
  const [isSigning, setSigning] = useState(false);
  const isNext = useQuoteNextStep(doc) === "accept";
  const isUnshared = useUnsharedIds("quote").has(doc.id);
  const token = doc.publicToken;
  useEffect(() => {
    // Cached while online, so that it can be signed offline.
    if (canAccept && token) void readPublicPage(token).catch(() => {});
  }, [canAccept, token]);
  return (
    <>
      {canAccept && !doc.archived && (
        <section aria-labelledby="on-the-spot" className="mt-4 border-line border-t pt-4">
          <h2 id="on-the-spot" className="mb-2 font-semibold text-base">
            With your customer now?
          </h2>
          <div className="flex flex-wrap gap-2 *:flex-1">
            <Button
              className="px-2!"
              icon={<PenLine aria-hidden size={20} strokeWidth={1.75} />}
              writes
              onClick={() => setSigning(true)}
            >
              Sign here
            </Button>
            {token && <QrButton document={doc} icon={QrCode} />}
          </div>
        </section>
      )}
      {/* If accepting comes next, this is the page's main action. */}
      {isWaitingForCustomer(doc) && token && !isNext && (
        <div className="mt-2">
          <MarkAcceptedButton document={doc} token={token} />
        </div>
      )}
      {isSigning && (
        <Suspense fallback={null}>
          <SignSheet document={doc} token={token} isUnshared={isUnshared} onClose={() => setSigning(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The customer's link, and replacing it with a new one after it was shared too widely. */
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
      <div className="grid gap-2">
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
