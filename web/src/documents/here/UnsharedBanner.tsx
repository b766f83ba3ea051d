import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { errorMessage } from "../../api/errors";
import { meQuery } from "../../entities/accounts/queries";
import { UnsentLog } from "../../offline/unsent";
import { unsentStore } from "../../offline/unsent-store";
import { useWaitingOf } from "../../offline/waiting/useWaiting";
import { useRules } from "../../rules/rules";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { deviceName } from "../../ui/device";
import { toast } from "../../ui/toast";
import { keepAsNew, shareKept } from "../editor/saving/shareKept";
import { KINDS, wordsOf } from "../kind";
import type { StoredDocument } from "../types";
import { useUnshared } from "./useUnshared";

/** Changes of an issued document that are on this device only: to be put before its customer, or dropped. */
export function UnsharedBanner({ document: doc }: { document: StoredDocument }) {
  const { kind, id } = doc;
  const words = wordsOf(doc);
  const client = useQueryClient();
  const navigate = useNavigate();
  const rules = useRules();
  const [busy, setBusy] = useState(false);
  const unshared = useUnshared(kind);
  // Signed before it was ever issued, it has no number yet, and goes out as it was signed.
  const isIssued = doc.status !== "draft" && Boolean(doc[words.numberField]);
  // What waits to be done to it may be taken back: then it can be changed again.
  const waits = useWaitingOf(kind, id).length > 0;
  if (!isIssued || !unshared.has(id)) return null;
  const isLate = !doc.allowed.edit && !waits;

  const account = () => client.getQueryData(meQuery.queryKey)?.id ?? "";
  const logOf = () => new UnsentLog(unsentStore, { account: account(), kind, document: id });
  const update = async () => {
    setBusy(true);
    try {
      if (await shareKept(kind, id, { client, rules, log: logOf() })) {
        toast({
          title: `${words.Name} updated`,
          description: "Your customer sees it at the same link.",
          tone: "good",
        });
      } else {
        // Something is to be chosen or mended: that is done where it is written.
        navigate(`${words.path}/edit/${id}`);
      }
    } catch (error) {
      toast({ title: errorMessage(error as Error), tone: "bad" });
    } finally {
      setBusy(false);
    }
  };
  const makeNew = async () => {
    setBusy(true);
    try {
      const made = await keepAsNew(kind, id, { account: account(), rules, log: logOf() });
      navigate(`${words.path}/edit/${made}`);
    } catch (error) {
      toast({ title: errorMessage(error as Error), tone: "bad" });
    } finally {
      setBusy(false);
    }
  };
  const discard = async () => {
    const log = logOf();
    const edits = await log.read();
    await log.write([]);
    toast({
      title: "Changes discarded",
      description: `The ${words.name} is back to the version your customer sees.`,
      action: { label: "Undo", onPress: () => void log.write(edits) },
    });
  };

  if (isLate) {
    return (
      <Banner tone="amber" title="Changed too late" live className="mb-4">
        <p>
          {`This ${words.name} is now “${doc.displayStatus.label}”, so your customer keeps the version they have. Your changes are saved on this ${deviceName()}.`}
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button busy={busy} busyLabel="Making…" onClick={() => void makeNew()}>
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
      <p>{`You changed this ${words.name} on this device. Your customer still sees the old version.`}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          variant="primary"
          busy={busy}
          busyLabel="Updating…"
          onClick={() => void update()}
        >{`Update ${words.name}`}</Button>
        <Button disabled={busy} onClick={() => void discard()}>
          Discard
        </Button>
      </div>
    </Banner>
  );
}
