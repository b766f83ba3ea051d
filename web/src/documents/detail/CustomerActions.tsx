import { PenLine, QrCode } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { Button } from "../../ui/Button";
import { readPublicPage } from "../queries";
import { isWaitingForCustomer } from "../questions/open";
import { QrButton } from "../sending/QrButton";
import type { StoredDocument } from "../types";
import { useUnsharedIds } from "../unsent/useUnshared";
import { MarkAcceptedButton } from "./MarkAccepted";
import { useQuoteNextStep } from "./nextStep";

// Read by the customer beside the business, and by nobody who only looks something up.
const SignSheet = lazy(() => import("../accepting/SignSheet"));

/**
 * With the customer beside them: they sign here, or open it on their own phone. A customer who said yes in another way
 * is written down, also once the quote has run out: they may have said it in time.
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
    // Read while there is signal, it can be signed where there is none.
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
      {/* Where it comes next it is the page's main action. */}
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
