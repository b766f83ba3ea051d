import type { QueryClient } from "@tanstack/react-query";
import type { DocumentKind } from "../../../api/generated/DocumentKind";
import { newId } from "../../../api/requests";
import { unsentEditStore } from "../../../offline/unsent-edit-store";
import { UnsentEditLog } from "../../../offline/unsent-edits";
import { daysBetween, todayInLondon } from "../../../rules/calendar";
import type { Rules } from "../../../rules/rules";
import { readDocument } from "../../queries";
import { Autosaver } from "./autosaver";
import { DraftMerger } from "./draftMerger";
import { EditComposer } from "./editComposer";
import { openDraft } from "./openDraft";
import { createSaverPorts } from "./saverPorts";

/**
 * Shares the edits on this device with the document's customer, as the editor would. Returns false if the
 * user must look at them first, because of a conflict or refusal, or if there is no network.
 */
export async function shareCachedEdits(
  kind: DocumentKind,
  id: string,
  context: { client: QueryClient; rules: Rules; log: UnsentEditLog },
): Promise<boolean> {
  const edits = await context.log.read();
  const stored = await readDocument(kind, id);
  const merger = new DraftMerger(context.rules, kind, newId);
  const createBlank = () => merger.toBaseRevision(stored).draft;
  const start = openDraft(merger, stored, { edits, backup: null }, createBlank);
  if (!start.typed) {
    await context.log.write([]);
    return true;
  }
  const saver = new Autosaver(createSaverPorts(kind, id, context), merger, newId, start, true);
  const isDone = await saver.flush();
  void saver.close();
  return isDone;
}

/**
 * Creates a new draft, dated today, from a document with the edits on this device that can no longer be
 * applied to it, and removes them there. Returns the new id; like all edits, the draft is sent to the server
 * automatically.
 */
export async function saveEditsAsNewDraft(
  kind: DocumentKind,
  id: string,
  { account, rules, log }: { account: string; rules: Rules; log: UnsentEditLog },
): Promise<string> {
  const edits = await log.read();
  const merger = new DraftMerger(rules, kind, newId);
  const stored = await readDocument(kind, id);
  const { draft } = openDraft(
    merger,
    stored,
    { edits, backup: null },
    () => merger.toBaseRevision(stored).draft,
  );
  const issueDate = todayInLondon();
  const endDate = rules.plusDays(issueDate, Math.max(0, daysBetween(draft.issueDate, draft.endDate)));
  const newDocumentId = newId();
  const newEdits = new EditComposer(merger, newId).composePendingEdits(null, [], {
    ...draft,
    issueDate,
    endDate,
  });
  await new UnsentEditLog(unsentEditStore, { account, kind, document: newDocumentId }).write(newEdits);
  await log.write([]);
  return newDocumentId;
}
