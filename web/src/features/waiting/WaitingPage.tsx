import { CloudCheck, Download, RefreshCw } from "lucide-react";
import { useNeedsAttentionCount, useUnsentCount } from "../../documents/unsent/useUnsentCounts";
import { type UnsentDocument, useUnsentDocuments } from "../../documents/unsent/useUnsentDocuments";
import { exportWaitingChanges } from "../../offline/waiting/export-waiting";
import { sender } from "../../offline/waiting/sender";
import { findBlocker, type WaitingChange } from "../../offline/waiting/waiting-change";
import { useConnection, useWaitingChanges } from "../../offline/waiting/waiting-hooks";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { deviceName } from "../../ui/device";
import { Page, PageHeader } from "../../ui/PageHeader";
import { ListSkeleton } from "../../ui/Skeleton";
import { EmptyState } from "../../ui/States";
import { UnsentDocumentRow, WaitingWriteRow } from "./waiting-rows";

type WaitingPageRow = { at: number; key: string } & ({ write: WaitingChange } | { document: UnsentDocument });

/** How many changes need the user, and whether the others have to wait for that. */
function describeSetAside(setAside: number, doOthersWait: boolean): string {
  const [summary, pronoun] =
    setAside === 1
      ? ["One of them couldn’t be saved and needs you.", "it"]
      : [`${setAside} of them couldn’t be saved and need you.`, "them"];
  return doOthersWait
    ? `${summary} Later changes to the same thing are waiting for ${pronoun}; the rest aren’t.`
    : `${summary} The others aren’t waiting for ${pronoun}.`;
}

/** Every change made on this device that the server doesn't have yet. */
export function WaitingPage() {
  const waiting = useWaitingChanges();
  const documents = useUnsentDocuments();
  const { reached } = useConnection();
  const isKnown = useUnsentCount() !== null;
  const rows: WaitingPageRow[] = [
    ...waiting.map((write) => ({ at: write.at, key: `w${write.order}`, write })),
    ...documents.map((document) => ({ at: document.at, key: document.id, document })),
  ].sort((one, other) => one.at - other.at);
  const setAside = useNeedsAttentionCount();
  return (
    <Page width="narrow">
      <title>Waiting to be sent · Plumbline</title>
      <PageHeader
        title="Waiting to be sent"
        subtitle={`What you did on this ${deviceName()} that your account doesn’t have yet.`}
        back={{ to: "/more", label: "More" }}
      />
      {rows.length > 0 && !reached && (
        <Banner tone="grey" className="mb-4">
          {setAside === 0
            ? "There is no signal. Everything below is safe here and is sent automatically once there is."
            : "There is no signal. Everything below is safe here."}
        </Banner>
      )}
      {setAside > 0 && (
        <Banner tone="amber" className="mb-4" live>
          {describeSetAside(
            setAside,
            waiting.some((one) => one.problem === null && findBlocker(one, waiting)),
          )}
        </Banner>
      )}
      {rows.length > 0 && (
        <div className="mb-4 flex flex-wrap gap-2">
          <Button
            variant="primary"
            icon={<RefreshCw aria-hidden size={20} strokeWidth={1.75} />}
            onClick={() => void sender.run()}
          >
            Try now
          </Button>
          <Button
            icon={<Download aria-hidden size={20} strokeWidth={1.75} />}
            onClick={() => void exportWaitingChanges()}
          >
            Save a copy
          </Button>
        </div>
      )}
      <Card flush>
        {!isKnown ? (
          <ListSkeleton rows={2} />
        ) : rows.length === 0 ? (
          <EmptyState icon={CloudCheck} title="Everything is saved">
            {`Nothing on this ${deviceName()} is waiting to be sent.`}
          </EmptyState>
        ) : (
          <ul aria-label="Waiting" className="divide-y divide-line">
            {rows.map((row) =>
              "write" in row ? (
                <WaitingWriteRow key={row.key} waiting={row.write} all={waiting} />
              ) : (
                <UnsentDocumentRow key={row.key} document={row.document} />
              ),
            )}
          </ul>
        )}
      </Card>
    </Page>
  );
}
