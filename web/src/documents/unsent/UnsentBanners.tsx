import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { getErrorMessage } from "../../api/errors";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { SendRequest } from "../../api/generated/SendRequest";
import { meQuery } from "../../entities/accounts/queries";
import { unsentEditStore } from "../../offline/unsent-edit-store";
import { UnsentEditLog } from "../../offline/unsent-edits";
import { sender } from "../../offline/waiting/sender";
import type { WaitingChange } from "../../offline/waiting/waiting-change";
import { useIsSending, useWaitingChangesOf } from "../../offline/waiting/waiting-hooks";
import { waitingLog } from "../../offline/waiting/waiting-log";
import { useRules } from "../../rules/rules";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { deviceName } from "../../ui/device";
import { SaveStateLabel } from "../../ui/SaveState";
import { toast } from "../../ui/toast";
import { saveEditsAsNewDraft, shareCachedEdits } from "../editor/saving/shareCachedEdits";
import { getKindInfo, KINDS } from "../kind";
import { readLocalDocument } from "../offline/cachedDocuments";
import type { StoredDocument } from "../types";
import { useSyncState, useUnsharedIds } from "./useSyncState";
import { useUnsentEdits } from "./useUnsentDocuments";

/**
 * Changes to an issued document that exist only on this device: they can be shared with the customer or
 * discarded.
 */
export function UnsharedChangesBanner({ document: doc }: { document: StoredDocument }) {
  const { kind, id } = doc;
  const kindInfo = getKindInfo(doc);
  const client = useQueryClient();
  const navigate = useNavigate();
  const rules = useRules();
  const [busy, setBusy] = useState(false);
  const unshared = useUnsharedIds(kind);
  // A document signed before it was issued has no number yet, and is sent as it was signed.
  const isIssued = doc.status !== "draft" && Boolean(doc[kindInfo.numberField]);
  // Waiting changes can be taken back, and then the document can be edited again.
  const hasWaitingChanges = useWaitingChangesOf(kind, id).length > 0;
  if (!isIssued || !unshared.has(id)) return null;
  const isTooLate = !doc.allowed.edit && !hasWaitingChanges;

  const getAccountId = () => client.getQueryData(meQuery.queryKey)?.id ?? "";
  const openLog = () => new UnsentEditLog(unsentEditStore, { account: getAccountId(), kind, document: id });
  const update = async () => {
    setBusy(true);
    try {
      if (await shareCachedEdits(kind, id, { client, rules, log: openLog() })) {
        toast({
          title: `${kindInfo.Name} updated`,
          description: "Your customer sees it at the same link.",
          tone: "good",
        });
      } else {
        // There is a conflict to resolve or an error to fix, which is done in the editor.
        navigate(`${kindInfo.path}/edit/${id}`);
      }
    } catch (error) {
      toast({ title: getErrorMessage(error as Error), tone: "bad" });
    } finally {
      setBusy(false);
    }
  };
  const saveAsNewDocument = async () => {
    setBusy(true);
    try {
      const newDocumentId = await saveEditsAsNewDraft(kind, id, {
        account: getAccountId(),
        rules,
        log: openLog(),
      });
      navigate(`${kindInfo.path}/edit/${newDocumentId}`);
    } catch (error) {
      toast({ title: getErrorMessage(error as Error), tone: "bad" });
    } finally {
      setBusy(false);
    }
  };
  const discard = async () => {
    const log = openLog();
    const edits = await log.read();
    await log.write([]);
    toast({
      title: "Changes discarded",
      description: `The ${kindInfo.name} is back to the version your customer sees.`,
      action: { label: "Undo", onPress: () => void log.write(edits) },
    });
  };

  if (isTooLate) {
    return (
      <Banner tone="amber" title="Changed too late" live className="mb-4">
        <p>
          {`This ${kindInfo.name} is now “${doc.displayStatus.label}”, so your customer keeps the version they have. Your changes are saved on this ${deviceName()}.`}
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button busy={busy} busyLabel="Saving…" onClick={() => void saveAsNewDocument()}>
            {`Save as a new ${KINDS[kind].name}`}
          </Button>
          <Button disabled={busy} onClick={() => void discard()}>
            Discard
          </Button>
        </div>
      </Banner>
    );
  }
  return (
    <Banner tone="amber" title="Changes not shared" live className="mb-4">
      <p>{`You changed this ${kindInfo.name} on this device. Your customer still sees the old version.`}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          variant="primary"
          busy={busy}
          busyLabel="Updating…"
          onClick={() => void update()}
        >{`Update ${kindInfo.name}`}</Button>
        <Button disabled={busy} onClick={() => void discard()}>
          Discard
        </Button>
      </div>
    </Banner>
  );
}

// A page that is only read says nothing as long as the server has everything.
const SAVE_STATES = { saved: "idle", sending: "saving", here: "onDevice" } as const;

/** The save state next to a document's title, as long as there is something to wait for. */
export function DocumentSaveState({ kind, id, status }: { kind: DocumentKind; id: string; status: string }) {
  return <SaveStateLabel status={SAVE_STATES[useSyncState(kind, id, status)]} />;
}

/** The changes to a document that are waiting on this device. Each can be taken back until it is sent. */
export function WaitingChangesBanner({ document: { kind, id } }: { document: StoredDocument }) {
  const waiting = useWaitingChangesOf(kind, id);
  const isSending = useIsSending({ sort: kind, id });
  if (waiting.length === 0) return null;
  return (
    <div className="mb-4 grid gap-3">
      {waiting.map((one) => (
        <WaitingChangeBanner
          key={one.order}
          waiting={one}
          isSending={isSending}
          // A customer's waiting signature or payment is possible only once the document has been sent, so it has
          // to be taken back first.
          isNeeded={waiting.some(
            ({ order, write }) => order > one.order && NEEDS_SENT_DOCUMENT.test(write.path),
          )}
        />
      ))}
    </div>
  );
}

/** The paths of changes that are possible only for a sent document. */
const NEEDS_SENT_DOCUMENT = /\/(accept|payments)$/;

function WaitingChangeBanner({
  waiting,
  isSending,
  isNeeded,
}: {
  waiting: WaitingChange;
  isSending: boolean;
  isNeeded: boolean;
}) {
  const { title, text } = describeWaitingChange(waiting);
  const putBack = async () => {
    await waitingLog.putBack(waiting);
    sender.runSoon();
  };
  const takeBack = async () => {
    await waitingLog.takeBack([waiting.order]);
    toast({
      title: "Undone",
      description: waiting.label,
      action: { label: "Undo", onPress: () => void putBack() },
    });
  };
  return (
    <Banner tone={waiting.problem ? "red" : "amber"} title={title} live>
      <p>{text}</p>
      {waiting.problem ? (
        <Button asChild className="mt-3">
          <Link to="/waiting">See why</Link>
        </Button>
      ) : isNeeded ? null : (
        <Button disabled={isSending} onClick={() => void takeBack()} className="mt-3">
          Don’t send it
        </Button>
      )}
    </Banner>
  );
}

const isByEmail = (body: unknown) => (body as SendRequest | undefined)?.via === "email";

/** The description of a waiting change on its document's page. */
function describeWaitingChange({ write, thing, label, problem, needsPlan }: WaitingChange): {
  title: string;
  text: string;
} {
  const { name } = KINDS[thing.sort as keyof typeof KINDS];
  if (problem) return { title: "This could not be saved", text: `${label}: ${problem.message}` };
  const condition = needsPlan ? "you have a plan" : "there is signal";
  if (write.path.endsWith("/send")) {
    return {
      title: "Will be sent",
      text: isByEmail(write.body)
        ? `As soon as ${condition}, the ${name} gets its number and goes to your customer.`
        : `As soon as ${condition}, the ${name} gets its number and its link. Then share the link with your customer.`,
    };
  }
  if (write.path.endsWith("/accept")) {
    return {
      title: `Signed on this ${deviceName()}`,
      text: `The signature is saved here and goes to your account as soon as ${condition}.`,
    };
  }
  if (write.path.endsWith("/payments")) {
    return { title: "Payment recorded", text: `It’s only on this ${deviceName()} until ${condition}.` };
  }
  if (write.method === "PATCH") {
    return {
      title: "Will be updated",
      text: `Your customer sees these changes as soon as ${condition}.`,
    };
  }
  return { title: label, text: `It’s only on this ${deviceName()} until ${condition}.` };
}

/**
 * A document with the changes on this device applied: as it will be sent, and as its customer signs it on this
 * device. null until it has loaded.
 */
export function useDocumentWithChanges(kind: DocumentKind, stored: StoredDocument): StoredDocument | null {
  const account = useQuery(meQuery).data?.id ?? "";
  const edits = useUnsentEdits(kind, stored.id);
  const waiting = useWaitingChangesOf(kind, stored.id);
  const isChanged = edits.length > 0 && account !== "";
  const changedResult = useQuery({
    // The key contains everything the result depends on.
    queryKey: [
      "document-here",
      account,
      kind,
      stored.id,
      stored.version,
      stored.updatedAt,
      edits.map(({ operationId, time }) => [operationId, time]),
      waiting.map(({ order, problem }) => [order, problem?.code]),
    ],
    queryFn: async () => (await readLocalDocument(account, kind, stored.id)) ?? null,
    enabled: isChanged,
    networkMode: "always",
    staleTime: 0,
    gcTime: 0,
    placeholderData: (previous) => (previous?.id === stored.id ? previous : undefined),
  });
  if (!isChanged) return stored;
  return changedResult.data ?? (changedResult.isError ? stored : null);
}
