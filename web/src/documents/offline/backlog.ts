import type { QueryClient } from "@tanstack/react-query";
import { isStatus } from "../../api/client";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import { newId } from "../../api/ids";
import { isForLater } from "../../api/reach";
import { connection } from "../../offline/connection";
import { UnsentLog } from "../../offline/unsent";
import { unsentOf, unsentStore } from "../../offline/unsent-store";
import type { Backlog, Backlogged } from "../../offline/waiting/sender";
import type { Thing } from "../../offline/waiting/waiting";
import { loadRules } from "../../rules/rules";
import { Autosaver } from "../editor/saving/autosave";
import { Merging } from "../editor/saving/merging";
import { openDraft } from "../editor/saving/open";
import { saverPorts } from "../editor/saving/saverPorts";
import { readDocument } from "../queries";
import type { StoredDocument } from "../types";
import { ONLY_HERE } from "./local";
import { openHere, unlessOpen } from "./open-editors";
import { tellStanding } from "./standing";

/** The documents' own edits, sent as their editors would: merged with what others changed, under their own names. */
export function documentBacklog(client: QueryClient): Backlog {
  return {
    things: async (account) => {
      const edits = await unsentOf(account).catch(() => []);
      const things = new Map<string, Thing>();
      for (const { kind, document } of edits) things.set(document, { sort: kind, id: document });
      return [...things.values()].filter(({ id }) => !openHere(id));
    },
    save: async (account, thing, isAsked) => {
      const { sort, id } = thing;
      const saver = openHere(id);
      if (saver?.isHeld && !isAsked) return "held";
      if (saver) return outcomeOf(thing, await saver.flush(), saver);
      const kind = sort as DocumentKind;
      return (await unlessOpen(id, () => saveKept(client, account, kind, id, isAsked))) ?? "open";
    },
  };
}

async function saveKept(
  client: QueryClient,
  account: string,
  kind: DocumentKind,
  id: string,
  isAsked: boolean,
): Promise<Backlogged> {
  const log = new UnsentLog(unsentStore, { account, kind, document: id });
  const edits = await log.read().catch(() => []);
  if (edits.length === 0) return "saved";
  const rules = await loadRules();
  try {
    const stored = await onServer(kind, id);
    // Its customer sees it: what was changed is put before them when that is asked for.
    if (stored && stored.status !== "draft" && !isAsked) return "held";
    if (!stored && edits[0]?.baseVersion !== ONLY_HERE) {
      tellStanding({ sort: kind, id }, { kind: "gone" });
      return "needsPerson";
    }
    const merging = new Merging(rules, kind, newId);
    const blank = () => {
      throw new Error("There is nothing to save.");
    };
    const start = openDraft(merging, stored, { edits, backup: null }, blank);
    if (!start.typed) {
      await log.write([]);
      return "saved";
    }
    const saver = new Autosaver(saverPorts(kind, id, { client, rules, log }), merging, newId, start, true);
    const isSaved = await saver.flush();
    void saver.leave();
    return outcomeOf({ sort: kind, id }, isSaved, saver);
  } catch (error) {
    if (isForLater(error)) return "unreached";
    throw error;
  }
}

/** What did not go may go later, or waits for a person: the server was not reached, or it asks something. */
function outcomeOf(thing: Thing, isSaved: boolean, saver: Pick<Autosaver, "snapshot">): Backlogged {
  const now = saver.snapshot();
  if (now.kind === "conflict") tellStanding(thing, { kind: "conflict" });
  else if (now.kind === "refused") tellStanding(thing, { kind: "refused", message: now.message });
  else if (isSaved) tellStanding(thing, null);
  if (isSaved) return "saved";
  if (now.kind === "needsPlan") return "needsPlan";
  return connection.isDown() || now.kind === "unsent" ? "unreached" : "needsPerson";
}

/** The document as the server has it; null where it has none. Throws where it cannot be asked. */
async function onServer(kind: DocumentKind, id: string): Promise<StoredDocument | null> {
  try {
    const stored = await readDocument(kind, id);
    return stored.version === ONLY_HERE ? null : stored;
  } catch (error) {
    if (isStatus(error, 404)) return null;
    throw error;
  }
}
