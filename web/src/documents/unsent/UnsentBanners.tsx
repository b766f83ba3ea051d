import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { getErrorMessage } from "../../api/errors";
import { meQuery } from "../../entities/accounts/queries";
import { unsentEditStore } from "../../offline/unsent-edit-store";
import { UnsentEditLog } from "../../offline/unsent-edits";
import { useWaitingChangesOf } from "../../offline/waiting/waiting-hooks";
import { useRules } from "../../rules/rules";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { deviceName } from "../../ui/device";
import { toast } from "../../ui/toast";
import { saveEditsAsNewDraft, shareCachedEdits } from "../editor/saving/shareCachedEdits";
import { getKindInfo, KINDS } from "../kind";
import type { StoredDocument } from "../types";
import { useUnsharedIds } from "./useUnshared";

/** Changes of an issued document that are on this device only: to be put before its customer, or dropped. */
export function UnsharedChangesBanner({ document: doc }: { document: StoredDocument }) {
  const { kind, id } = doc;
  const kindInfo = getKindInfo(doc);
  const client = useQueryClient();
  const navigate = useNavigate();
  const rules = useRules();
  const [busy, setBusy] = useState(false);
  const unshared = useUnsharedIds(kind);
  // Signed before it was ever issued, it has no number yet, and goes out as it was signed.
  const isIssued = doc.status !== "draft" && Boolean(doc[kindInfo.numberField]);
  // What waits to be done to it may be taken back: then it can be changed again.
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
        // Something is to be chosen or mended: that is done where it is written.
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
          <Button busy={busy} busyLabel="Making…" onClick={() => void saveAsNewDocument()}>
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
