import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { DocumentList } from "../../api/generated/DocumentList";
import { get, type Read } from "../../api/reads";
import { overlay, shelve } from "../../offline/held/reads";
import { forgetThings, heldRows, heldWhole, holdRows, holdWhole } from "../../offline/held/things";
import { keepWritten } from "../../offline/held/written";
import type { UnsentEdit } from "../../offline/unsent";
import { unsentOf } from "../../offline/unsent-store";
import { ofSort } from "../../offline/waiting/collection";
import { deedOf } from "../../offline/waiting/deeds";
import { loadRules } from "../../rules/rules";
import { ALL_KINDS } from "../kind";
import type { StoredDocument } from "../types";
import { countHeld, listHeld, pageOfHeld } from "./lists";
import { type Known, withEdits } from "./local";
import { type FoundRow, heldRowOf, keepRows, ofContact } from "./rows";

/** Documents and their lists are read from what this device holds, with what waits on it in its place. */
export function documentShelves(): void {
  for (const { kind, api } of ALL_KINDS) {
    shelve(`${api}/{id}`, {
      keep: (account, _read, data) => keepDocument(account, kind, data as StoredDocument),
      find: (account, { params }) => heldWhole(account, kind, params?.id ?? ""),
    });
    keepWritten(new RegExp(`^${api}(/|$)`), async (account, { method, path, params }, answer) => {
      if (method === "DELETE" && path === `${api}/{id}`)
        return dropDocuments(account, kind, [params?.id ?? ""]);
      if (isWhole(answer)) await keepDocument(account, answer.kind, answer);
    });
    // The edits of a draft that the server has are its editor's to put upon it, and are not put twice.
    overlay(`${api}/{id}`, (account, { params }, data) =>
      withWaiting(account, kind, params?.id ?? "", (data as StoredDocument | undefined) ?? null, false),
    );
    shelve(api, {
      keep: (account, { query }, data) =>
        keepRows(account, (data as DocumentList).data, text(query?.contactId)),
      find: async (account, read) => ({ data: await pageHere(account, kind, read), at: Date.now() }),
    });
    overlay(api, (account, read, data) =>
      withWaitingRows(account, kind, read, data as DocumentList | undefined),
    );
    shelve(`${api}/counts`, {
      keep: async () => {},
      find: async (account, { query }) => {
        const rules = await loadRules();
        const rows = await rowsOf(account, kind);
        return { data: countHeld(rules, kind, rows, query ?? {}), at: Date.now() };
      },
    });
  }
}

/** Holds a document whole, as it was at this time, and what lists and searches find of it. */
export async function keepDocument(
  account: string,
  kind: DocumentKind,
  doc: StoredDocument,
  at?: number,
): Promise<void> {
  await holdWhole(account, kind, { id: doc.id, data: doc }, at);
  await holdRows(account, kind, [heldRowOf(kind, doc)]);
}

/** Whether a write was answered with a document, its own or one that was made of it. */
function isWhole(answer: unknown): answer is StoredDocument {
  const { id, kind, version, items } = (answer ?? {}) as Partial<StoredDocument>;
  return Boolean(id && kind && version) && Array.isArray(items);
}

/** Lets go of documents that are there no more. */
export const dropDocuments = (account: string, kind: DocumentKind, ids: readonly string[]) =>
  forgetThings(account, kind, ids);

/** The rows held of a kind, with what waits in its place. */
export async function rowsOf(account: string, kind: DocumentKind): Promise<FoundRow[]> {
  const held = new Map<string, FoundRow>();
  for (const { id, row, words } of await heldRows(account, kind)) {
    held.set(id, { row: row as FoundRow["row"], words });
  }
  for (const [id, doc] of await changedHere(account, kind)) held.set(id, heldRowOf(kind, doc));
  return [...held.values()];
}

async function pageHere(account: string, kind: DocumentKind, { query = {} }: Read): Promise<DocumentList> {
  const rules = await loadRules();
  const asked = text(query.contactId);
  const rows = await rowsOf(account, kind);
  const found = asked ? ofContact(rows, asked, (await known()).contacts) : rows;
  return pageOfHeld(rules, kind, found, query);
}

/** A page from the server, with the documents that it does not know yet before it, and the others as they are here. */
async function withWaitingRows(
  account: string,
  kind: DocumentKind,
  { query = {} }: Read,
  page: DocumentList | undefined,
): Promise<DocumentList | undefined> {
  if (!page) return undefined;
  const rules = await loadRules();
  const changed = await changedHere(account, kind);
  if (changed.size === 0 || page.nextCursor?.startsWith("held-")) return page;
  const data = page.data.map((row) => {
    const doc = changed.get(row.id);
    return doc ? heldRowOf(kind, doc).row : row;
  });
  if (query.cursor) return { ...page, data };
  const isNew = (row: { id: string }) => !page.data.some(({ id }) => id === row.id);
  const onlyHere = [...changed.values()]
    .filter(({ version }) => version === 0)
    .map((doc) => heldRowOf(kind, doc));
  const more = listHeld(rules, kind, onlyHere, query).rows.filter(isNew);
  return { ...page, data: [...more, ...data], total: page.total + more.length };
}

/**
 * A document with what waits of it on this device: payments, a signature, and its edits while it is a draft; those of
 * one that the server has only where `takesEdits`.
 */
async function withWaiting(
  account: string,
  kind: DocumentKind,
  id: string,
  stored: StoredDocument | null,
  takesEdits: boolean,
): Promise<StoredDocument | undefined> {
  const [edits, waiting] = await Promise.all([editsOf(account, kind), ofSort(account, kind)]);
  const own = edits.filter((edit) => edit.document === id);
  const mine = waiting.filter(({ thing }) => thing.id === id);
  if (own.length === 0 && mine.length === 0) return undefined;
  const rules = await loadRules();
  let doc = stored;
  if (stored === null || (takesEdits && stored.status === "draft")) {
    const at = Math.max(0, ...own.map(({ time }) => time));
    doc = withEdits(rules, kind, id, stored, own, await known(), at);
  }
  for (const one of mine) {
    // What the server refused has not happened, however it looked when it was done.
    if (one.problem !== null && one.problem.status !== 0) continue;
    const deed = deedOf(one.write);
    try {
      doc =
        ((await deed?.answer({ ...one.write, url: "" }, doc ?? undefined, one.at)) as StoredDocument) ?? doc;
    } catch {
      // Not to be done to what stands now: the server will say so, and the list of what waits shows it.
    }
  }
  return doc ?? undefined;
}

/** A document as it is here, with everything that waits of it: what is sent, signed and paid from this device. */
export async function documentHere(
  account: string,
  kind: DocumentKind,
  id: string,
): Promise<StoredDocument | undefined> {
  const held = (await heldWhole(account, kind, id))?.data as StoredDocument | undefined;
  return (await withWaiting(account, kind, id, held ?? null, true)) ?? held;
}

/** The documents of a kind of which something waits, as they are here. */
async function changedHere(account: string, kind: DocumentKind): Promise<Map<string, StoredDocument>> {
  const [edits, waiting] = await Promise.all([editsOf(account, kind), ofSort(account, kind)]);
  const ids = new Set([...edits.map(({ document }) => document), ...waiting.map(({ thing }) => thing.id)]);
  const changed = new Map<string, StoredDocument>();
  for (const id of ids) {
    const doc = await documentHere(account, kind, id);
    if (doc) changed.set(id, doc);
  }
  return changed;
}

const text = (value: unknown) => (typeof value === "string" && value ? value : undefined);

async function editsOf(account: string, kind: DocumentKind): Promise<UnsentEdit[]> {
  // A browser that forbids its store has kept nothing.
  const edits = await unsentOf(account).catch(() => []);
  return edits
    .filter((edit) => edit.kind === kind)
    .sort((one, other) => one.order - other.order || one.time - other.time);
}

async function known(): Promise<Known> {
  const [contacts, profiles] = await Promise.all([
    get("/api/contacts").catch(() => []),
    get("/api/business-profiles").catch(() => []),
  ]);
  return { contacts, profiles };
}
