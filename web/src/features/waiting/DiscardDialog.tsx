import { useQuery, useQueryClient } from "@tanstack/react-query";
import { knownEdits } from "../../documents/here/useUnsentDocuments";
import { titleOf } from "../../documents/offline/deeds";
import { onceLeft } from "../../documents/offline/open-editors";
import { documentQueries } from "../../documents/queries";
import { meQuery } from "../../entities/accounts/queries";
import { forgetUnsentOf } from "../../offline/unsent-store";
import { waitingLog } from "../../offline/waiting/log";
import { sender } from "../../offline/waiting/sender";
import { useWaiting } from "../../offline/waiting/useWaiting";
import { who } from "../../offline/who";
import { ConfirmDialog } from "../../ui/Dialog";
import { toast } from "../../ui/toast";
import type { Discarded, Kept } from "./dependants";

/** Asks before something that waits is discarded, and names what goes with it: half of it could not be sent. */
export function DiscardDialog({
  title,
  own,
  sort,
  goingOf,
  onClose,
}: {
  title: string;
  /** What is asked about: the order of a write, or the id of a document. */
  own: number | string;
  /** What it makes, where others may name it: 'contact'. */
  sort: string;
  goingOf: (kept: Kept) => Discarded;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const account = useQuery(meQuery).data?.id ?? "";
  const writes = useWaiting();
  const edits = knownEdits(client, account);
  const going = goingOf({ writes, edits });
  const documents = going.documents.filter(({ id }) => id !== own);
  const others = [
    ...documents.map(({ kind, id }) => {
      const name = titleOf(kind, client.getQueryData(documentQueries.one(kind, id).queryKey));
      const isNew = edits.some((one) => one.document === id && one.baseVersion === 0);
      return `${isNew ? "New" : "Changes to"} ${name}`;
    }),
    ...going.writes.filter(({ order }) => order !== own).map(({ label }) => label),
  ];
  const discard = async () => {
    // First what would be sent: nothing goes out without its other half.
    await waitingLog.takeBack(going.writes.map(({ order }) => order));
    const whose = who();
    for (const { kind, id } of whose ? going.documents : []) {
      // An editor that stands open in another window would send it all the same.
      const isGone = await onceLeft(id, () => forgetUnsentOf({ account: whose ?? "", kind, document: id }));
      if (!isGone) toast({ title: "Nothing was discarded", description: STILL_OPEN, tone: "bad" });
    }
    onClose();
    void sender.run();
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={descriptionOf(others, documents.length > 0 ? sort : null)}
      confirmLabel={
        others.length === 0 ? "Discard" : others.length === 1 ? "Discard both" : "Discard all of it"
      }
      onConfirm={() => void discard()}
    />
  );
}

const STILL_OPEN = "It is open in another window. Close it there, then discard it here.";

/** `named`: the sort of what documents name, which might name another instead. */
function descriptionOf(others: readonly string[], named: string | null): string {
  if (others.length === 0) return "It’s only saved here. This can’t be undone.";
  const list = inWords(others.map((one) => `“${one}”`));
  const they =
    others.length === 1
      ? "This can’t be sent without it and is discarded"
      : "These can’t be sent without it and are discarded";
  const instead = named ? ` To keep your work, cancel and choose another ${named} there first.` : "";
  return `It’s only saved here. ${they} too: ${list}.${instead} This can’t be undone.`;
}

function inWords(list: readonly string[]): string {
  const last = list.at(-1) ?? "";
  return list.length > 1 ? `${list.slice(0, -1).join(", ")} and ${last}` : last;
}
