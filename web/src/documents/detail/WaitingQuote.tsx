import { useQuery } from "@tanstack/react-query";
import { BellRing } from "lucide-react";
import { useState } from "react";
import { useConnection } from "../../offline/waiting/waiting-hooks";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { MainAction } from "../../ui/PageHeader";
import { ChaseButtons } from "../chasing/ChaseButtons";
import { chasingQuery } from "../chasing/queries";
import { getKindInfo } from "../kind";
import { documentQueries } from "../queries";
import type { StoredDocument } from "../types";
import { MarkAcceptedButton } from "./MarkAccepted";
import { useQuoteNextStep } from "./nextStep";

/** What comes next with a quote that waits for its customer. */
export function WaitingQuoteAction({ document: doc }: { document: StoredDocument }) {
  const nextStep = useQuoteNextStep(doc);
  if (nextStep === "chase") return <ChaseQuoteButton document={doc} />;
  if (nextStep !== "accept" || !doc.publicToken) return null;
  return (
    <MainAction>
      <MarkAcceptedButton document={doc} token={doc.publicToken} isNext />
    </MainAction>
  );
}

/** Chases its customer, in the way that is chosen. */
function ChaseQuoteButton({ document: doc }: { document: StoredDocument }) {
  const [isChoosing, setChoosing] = useState(false);
  const { reached } = useConnection();
  const message = useQuery(chasingQuery(doc.kind, doc.id)).data?.message;
  const isTimelineLoaded = useQuery(documentQueries.timeline(doc.kind, doc.id)).isFetched;
  const kindInfo = getKindInfo(doc);
  const title = `${kindInfo.name} ${doc[kindInfo.numberField] ?? ""}`;
  const customerName = doc.contact?.name || doc.contact?.company || "Your customer";
  return (
    <>
      <MainAction>
        <Button
          variant="accent"
          block
          icon={<BellRing aria-hidden size={20} strokeWidth={1.75} />}
          disabled={!message || !isTimelineLoaded}
          title={message || reached ? undefined : "Needs signal"}
          onClick={() => setChoosing(true)}
        >
          Chase now
        </Button>
      </MainAction>
      {message && (
        <Dialog
          open={isChoosing}
          onOpenChange={setChoosing}
          title={`Chase ${title}`}
          description={`${customerName} gets a reminder with the link. Choose how to send it.`}
        >
          <ChaseButtons
            kind={doc.kind}
            id={doc.id}
            title={title}
            message={message}
            onChosen={() => setChoosing(false)}
          />
        </Dialog>
      )}
    </>
  );
}
