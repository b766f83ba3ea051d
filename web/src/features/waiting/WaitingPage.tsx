import { CloudCheck, Download, RefreshCw } from "lucide-react";
import { useKeptHere } from "../../documents/here/useKeptHere";
import { useNeedYou } from "../../documents/here/useNeedYou";
import { type UnsentDocument, useUnsentDocuments } from "../../documents/here/useUnsentDocuments";
import { exportWaiting } from "../../offline/waiting/exportWaiting";
import { sender } from "../../offline/waiting/sender";
import { useConnection, useWaiting } from "../../offline/waiting/useWaiting";
import { type Waiting, waitsBehind } from "../../offline/waiting/waiting";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { deviceName } from "../../ui/device";
import { Page, PageHeader } from "../../ui/PageHeader";
import { ListSkeleton } from "../../ui/Skeleton";
import { EmptyState } from "../../ui/States";
import { DocumentRow, WriteRow } from "./rows";

type Row = { at: number; key: string } & ({ write: Waiting } | { document: UnsentDocument });

/** How many need their person, and what of the others waits for that. */
function asideSaid(aside: number, doOthersWait: boolean): string {
  const [many, them] =
    aside === 1
      ? ["One of them couldn’t be saved and needs you.", "it"]
      : [`${aside} of them couldn’t be saved and need you.`, "them"];
  return doOthersWait
    ? `${many} Later changes to the same thing are waiting for ${them}; the rest aren’t.`
    : `${many} The others aren’t waiting for ${them}.`;
}

/** Everything that was done on this device and that the server does not have yet. */
export function WaitingPage() {
  const waiting = useWaiting();
  const documents = useUnsentDocuments();
  const { reached } = useConnection();
  const isKnown = useKeptHere() !== null;
  const rows: Row[] = [
    ...waiting.map((write) => ({ at: write.at, key: `w${write.order}`, write })),
    ...documents.map((document) => ({ at: document.at, key: document.id, document })),
  ].sort((one, other) => one.at - other.at);
  const aside = useNeedYou();
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
          {aside === 0
            ? "There is no signal. Everything below is safe here and is sent automatically once there is."
            : "There is no signal. Everything below is safe here."}
        </Banner>
      )}
      {aside > 0 && (
        <Banner tone="amber" className="mb-4" live>
          {asideSaid(
            aside,
            waiting.some((one) => one.problem === null && waitsBehind(one, waiting)),
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
            onClick={() => void exportWaiting()}
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
                <WriteRow key={row.key} waiting={row.write} all={waiting} />
              ) : (
                <DocumentRow key={row.key} document={row.document} />
              ),
            )}
          </ul>
        )}
      </Card>
    </Page>
  );
}
