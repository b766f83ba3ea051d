import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { newId } from "../../api/requests";
import { formatDocumentTitle } from "../../documents/offline/documentMutations";
import { closeEditorsThen } from "../../documents/offline/open-editors";
import { documentQueries } from "../../documents/queries";
import { getCachedEdits } from "../../documents/unsent/useUnsentDocuments";
import { meQuery } from "../../entities/accounts/queries";
import { getCurrentAccount } from "../../offline/current-account";
import { deleteUnsentEdits } from "../../offline/unsent-edit-store";
import { sender } from "../../offline/waiting/sender";
import type { WaitingChange } from "../../offline/waiting/waiting-change";
import { useWaitingChanges } from "../../offline/waiting/waiting-hooks";
import { waitingLog } from "../../offline/waiting/waiting-log";
import { Button } from "../../ui/Button";
import { ConflictChoice, type ConflictSide } from "../../ui/ConflictChoice";
import { ConfirmDialog, Dialog } from "../../ui/Dialog";
import { toast } from "../../ui/toast";
import type { DiscardedWork, WaitingWork } from "./dependants";

/**
 * Confirms discarding a waiting change, and lists what is discarded with it, as that could not be sent alone.
 */
export function DiscardWaitingDialog({
  title,
  ownKey,
  sort,
  collectDiscarded,
  onClose,
}: {
  title: string;
  /** What is being discarded: the order of a write, or the id of a document. */
  ownKey: number | string;
  /** The type of record it creates, to which others may refer: 'contact'. */
  sort: string;
  collectDiscarded: (work: WaitingWork) => DiscardedWork;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const account = useQuery(meQuery).data?.id ?? "";
  const writes = useWaitingChanges();
  const edits = getCachedEdits(client, account);
  const discarded = collectDiscarded({ writes, edits });
  const documents = discarded.documents.filter(({ id }) => id !== ownKey);
  const others = [
    ...documents.map(({ kind, id }) => {
      const name = formatDocumentTitle(kind, client.getQueryData(documentQueries.one(kind, id).queryKey));
      const isNew = edits.some((one) => one.document === id && one.baseVersion === 0);
      return `${isNew ? "New" : "Changes to"} ${name}`;
    }),
    ...discarded.writes.filter(({ order }) => order !== ownKey).map(({ label }) => label),
  ];
  const discard = async () => {
    // Writes first: no write is sent whose document is gone.
    await waitingLog.takeBack(discarded.writes.map(({ order }) => order));
    const accountId = getCurrentAccount();
    for (const { kind, id } of accountId ? discarded.documents : []) {
      // An editor open in another window would send the edits all the same.
      const isGone = await closeEditorsThen(id, () =>
        deleteUnsentEdits({ account: accountId ?? "", kind, document: id }),
      );
      if (!isGone) toast({ title: "Nothing was discarded", description: STILL_OPEN_TEXT, tone: "bad" });
    }
    onClose();
    void sender.run();
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={describeDiscard(others, documents.length > 0 ? sort : null)}
      confirmLabel={
        others.length === 0 ? "Discard" : others.length === 1 ? "Discard both" : "Discard all of it"
      }
      onConfirm={() => void discard()}
    />
  );
}

const STILL_OPEN_TEXT = "It is open in another window. Close it there, then discard it here.";

/** `namedSort`: the type of record that documents refer to, and could replace with another. */
function describeDiscard(others: readonly string[], namedSort: string | null): string {
  if (others.length === 0) return "It’s only saved here. This can’t be undone.";
  const list = joinWithAnd(others.map((one) => `“${one}”`));
  const they =
    others.length === 1
      ? "This can’t be sent without it and is discarded"
      : "These can’t be sent without it and are discarded";
  const instead = namedSort ? ` To keep your work, cancel and choose another ${namedSort} there first.` : "";
  return `It’s only saved here. ${they} too: ${list}.${instead} This can’t be undone.`;
}

function joinWithAnd(list: readonly string[]): string {
  const last = list.at(-1) ?? "";
  return list.length > 1 ? `${list.slice(0, -1).join(", ")} and ${last}` : last;
}

/**
 * The same fields were changed here and elsewhere: the user chooses a side for each, and the result is sent.
 */
export function ChooseSideDialog({ waiting, onClose }: { waiting: WaitingChange; onClose: () => void }) {
  const asks = waiting.problem?.asks ?? [];
  const [chosen, setChosen] = useState<Readonly<Record<string, ConflictSide>>>({});
  const isDone = asks.every(({ field }) => chosen[field]);
  const save = async () => {
    const current = waiting.problem?.current as Record<string, unknown>;
    const body = { ...(waiting.write.body as Record<string, unknown>), version: current.version };
    for (const [field, value] of Object.entries(waiting.write.body as Record<string, unknown>)) {
      const isOurs = asks.some((one) => one.field === field);
      const untouched = waiting.base && isSameValue((waiting.base as Record<string, unknown>)[field], value);
      if (field !== "version" && (isOurs ? chosen[field] === "theirs" : untouched)) {
        Object.assign(body, { [field]: current[field] });
      }
    }
    const write = { ...waiting.write, body };
    await waitingLog.change({ ...waiting, key: newId(), base: current, write, problem: null });
    void sender.run();
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Also changed elsewhere"
      description="The same part was changed in another window or on another device. Choose which to keep."
      footer={
        <Button variant="primary" onClick={() => void save()} disabled={!isDone}>
          {isDone ? "Save my choice" : "Choose one of each first"}
        </Button>
      }
    >
      <div className="grid gap-6">
        {asks.map(({ field, theirs, mine }) => (
          <ConflictChoice
            key={field}
            conflict={{
              field: formatFieldName(field),
              stood: null,
              theirs: formatValue(theirs),
              mine: formatValue(mine),
            }}
            theirsHint="Saved elsewhere"
            chosen={chosen[field] ?? null}
            onChoose={(side) => setChosen({ ...chosen, [field]: side })}
          />
        ))}
      </div>
    </Dialog>
  );
}

const isSameValue = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Formats a field's name: 'address_line1' as 'Address line 1'. */
function formatFieldName(field: string): string {
  const text = field
    .replace(/_/g, " ")
    .replace(/([a-z])([A-Z0-9])/g, "$1 $2")
    .toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === "") return "Nothing";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value)) return value.map(formatValue).join("\n");
  if (typeof value === "object") return Object.values(value).filter(Boolean).map(String).join(", ");
  return String(value);
}
