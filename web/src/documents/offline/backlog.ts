import type { QueryClient } from "@tanstack/react-query";
import { isStatus } from "../../api/client";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { isRetryableError } from "../../api/reachability";
import { newId } from "../../api/requests";
import { connection } from "../../offline/connection";
import { loadUnsentEdits, unsentEditStore } from "../../offline/unsent-edit-store";
import { UnsentEditLog } from "../../offline/unsent-edits";
import type { Backlog, BacklogResult } from "../../offline/waiting/sender";
import type { EntityRef } from "../../offline/waiting/waiting-change";
import { loadRules } from "../../rules/rules";
import { Autosaver } from "../editor/saving/autosaver";
import { DraftMerger } from "../editor/saving/draftMerger";
import { openDraft } from "../editor/saving/openDraft";
import { createSaverPorts } from "../editor/saving/saverPorts";
import { readDocument } from "../queries";
import type { StoredDocument } from "../types";
import { LOCAL_ONLY_VERSION } from "./localDocument";
import { getOpenEditor, runUnlessOpen } from "./open-editors";
import { setUnsentProblem } from "./unsentProblems";

/**
 * Sends the documents' own edits as their editors would: merged with other users' changes, and with the same
 * ids.
 */
export function createDocumentBacklog(client: QueryClient): Backlog {
  return {
    listEntities: async (account) => {
      const edits = await loadUnsentEdits(account).catch(() => []);
      const things = new Map<string, EntityRef>();
      for (const { kind, document } of edits) things.set(document, { sort: kind, id: document });
      return [...things.values()].filter(({ id }) => !getOpenEditor(id));
    },
    save: async (account, thing, isRequested) => {
      const { sort, id } = thing;
      const saver = getOpenEditor(id);
      if (saver?.savesOnlyOnFlush && !isRequested) return "held";
      if (saver) return toBacklogOutcome(thing, await saver.flush(), saver);
      const kind = sort as DocumentKind;
      return (
        (await runUnlessOpen(id, () => saveUnsentEdits(client, account, kind, id, isRequested))) ?? "open"
      );
    },
  };
}

async function saveUnsentEdits(
  client: QueryClient,
  account: string,
  kind: DocumentKind,
  id: string,
  isRequested: boolean,
): Promise<BacklogResult> {
  const log = new UnsentEditLog(unsentEditStore, { account, kind, document: id });
  const edits = await log.read().catch(() => []);
  if (edits.length === 0) return "saved";
  const rules = await loadRules();
  try {
    const stored = await readFromServer(kind, id);
    // The customer has it, so changes are sent only on request.
    if (stored && stored.status !== "draft" && !isRequested) return "held";
    if (!stored && edits[0]?.baseVersion !== LOCAL_ONLY_VERSION) {
      setUnsentProblem({ sort: kind, id }, { kind: "gone" });
      return "needsPerson";
    }
    const merging = new DraftMerger(rules, kind, newId);
    const blank = () => {
      throw new Error("There is nothing to save.");
    };
    const start = openDraft(merging, stored, { edits, backup: null }, blank);
    if (!start.typed) {
      await log.write([]);
      return "saved";
    }
    const saver = new Autosaver(
      createSaverPorts(kind, id, { client, rules, log }),
      merging,
      newId,
      start,
      true,
    );
    const isSaved = await saver.flush();
    void saver.close();
    return toBacklogOutcome({ sort: kind, id }, isSaved, saver);
  } catch (error) {
    if (isRetryableError(error)) return "unreached";
    throw error;
  }
}

/**
 * The outcome for edits that weren't sent: the server couldn't be reached, or the user must resolve
 * something.
 */
function toBacklogOutcome(
  thing: EntityRef,
  isSaved: boolean,
  saver: Pick<Autosaver, "snapshot">,
): BacklogResult {
  const snapshot = saver.snapshot();
  if (snapshot.kind === "conflict") setUnsentProblem(thing, { kind: "conflict" });
  else if (snapshot.kind === "refused")
    setUnsentProblem(thing, { kind: "refused", message: snapshot.message });
  else if (isSaved) setUnsentProblem(thing, null);
  if (isSaved) return "saved";
  if (snapshot.kind === "needsPlan") return "needsPlan";
  return connection.isDown() || snapshot.kind === "unsent" ? "unreached" : "needsPerson";
}

/** The document as the server has it; null if it has none. Throws if the server can't be reached. */
async function readFromServer(kind: DocumentKind, id: string): Promise<StoredDocument | null> {
  try {
    const stored = await readDocument(kind, id);
    return stored.version === LOCAL_ONLY_VERSION ? null : stored;
  } catch (error) {
    if (isStatus(error, 404)) return null;
    throw error;
  }
}
