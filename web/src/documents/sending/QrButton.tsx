import type { LucideIcon } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { getErrorMessage } from "../../api/errors";
import type { ShareTexts } from "../../api/generated/ShareTexts";
import { useConnection } from "../../offline/waiting/waiting-hooks";
import { Button } from "../../ui/Button";
import { toast } from "../../ui/toast";
import type { StoredDocument } from "../types";
import { readSendTexts } from "./queries";
import { CHANNEL_LABELS } from "./shareChannels";

const QrScreen = lazy(() => import("./QrScreen"));

/** Shows an issued document's link as a code, for a customer who is there. */
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
