import { useQuery } from "@tanstack/react-query";
import { BellRing } from "lucide-react";
import { useState } from "react";
import { useConnection } from "../../offline/waiting/useWaiting";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { MainAction } from "../../ui/PageHeader";
import { ChaseNow } from "../chasing/ChaseNow";
import { chasingQuery } from "../chasing/queries";
import { wordsOf } from "../kind";
import { documentQueries } from "../queries";
import type { StoredDocument } from "../types";
import { MarkAccepted } from "./MarkAccepted";
import { useNextStep } from "./nextStep";

/** What comes next with a quote that waits for its customer. */
export function WaitingQuote({ document: doc }: { document: StoredDocument }) {
  const step = useNextStep(doc);
  if (step === "chase") return <Chase document={doc} />;
  if (step !== "accept" || !doc.publicToken) return null;
  return (
    <MainAction>
      <MarkAccepted document={doc} token={doc.publicToken} isNext />
    </MainAction>
  );
}

/** Chases its customer, in the way that is chosen. */
function Chase({ document: doc }: { document: StoredDocument }) {
  const [isChoosing, setChoosing] = useState(false);
  const { reached } = useConnection();
  const message = useQuery(chasingQuery(doc.kind, doc.id)).data?.message;
  const isAsked = useQuery(documentQueries.timeline(doc.kind, doc.id)).isFetched;
  const words = wordsOf(doc);
  const title = `${words.name} ${doc[words.numberField] ?? ""}`;
  const who = doc.contact?.name || doc.contact?.company || "Your customer";
  return (
    <>
      <MainAction>
        <Button
          variant="accent"
          block
          icon={<BellRing aria-hidden size={20} strokeWidth={1.75} />}
          disabled={!message || !isAsked}
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
          description={`${who} gets a reminder with the link. Choose how to send it.`}
        >
          <ChaseNow
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
