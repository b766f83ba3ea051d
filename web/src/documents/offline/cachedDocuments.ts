import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { DocumentList } from "../../api/generated/DocumentList";
import { get, type ReadRequest } from "../../api/requests";
import {
  cacheEntity,
  cacheListRows,
  loadCachedEntity,
  loadCachedRows,
  removeCachedEntities,
} from "../../offline/cache/cache-store";
import { registerOverlay, registerPathCache, registerResponseCacher } from "../../offline/cache/cached-reads";
import { registerPrefetcher } from "../../offline/cache/prefetch";
import { loadUnsentEdits } from "../../offline/unsent-edit-store";
import type { UnsentEdit } from "../../offline/unsent-edits";
import { listWaitingChanges } from "../../offline/waiting/collection";
import { findOfflineMutation } from "../../offline/waiting/offline-mutations";
import { loadRules } from "../../rules/rules";
import { ALL_KINDS, WRITTEN_KINDS, type WrittenKind } from "../kind";
import { readPublicPage } from "../queries";
import type { StoredDocument } from "../types";
import {
  assignContact,
  cacheDocumentRows,
  countCachedDocuments,
  listCachedDocuments,
  pageCachedDocuments,
  type SearchableDocumentRow,
  toCachedDocumentRow,
} from "./cachedRows";
import { applyEdits, type KnownParties } from "./localDocument";

/** Registers reading documents and their lists from the cache, with their waiting changes applied. */
export function registerCachedDocuments(): void {
  for (const { kind, api } of ALL_KINDS) {
    registerPathCache(`${api}/{id}`, {
      save: (account, _read, data) => cacheDocument(account, kind, data as StoredDocument),
      find: (account, { params }) => loadCachedEntity(account, kind, params?.id ?? ""),
    });
    registerResponseCacher(
      new RegExp(`^${api}(/|$)`),
      async (account, { method, path, params }, response) => {
        if (method === "DELETE" && path === `${api}/{id}`)
          return dropCachedDocuments(account, kind, [params?.id ?? ""]);
        if (isDocument(response)) await cacheDocument(account, response.kind, response);
      },
    );
    // For a draft that the server has, the editor applies the edits, so they aren't applied here as well.
    registerOverlay(`${api}/{id}`, (account, { params }, data) =>
      applyWaiting(account, kind, params?.id ?? "", (data as StoredDocument | undefined) ?? null, false),
    );
    registerPathCache(api, {
      save: (account, { query }, data) =>
        cacheDocumentRows(account, (data as DocumentList).data, toOptionalText(query?.contactId)),
      find: async (account, read) => ({ data: await readLocalPage(account, kind, read), at: Date.now() }),
    });
    registerOverlay(api, (account, read, data) =>
      applyWaitingToRows(account, kind, read, data as DocumentList | undefined),
    );
    registerPathCache(`${api}/counts`, {
      save: async () => {},
      find: async (account, { query }) => {
        const rules = await loadRules();
        const rows = await readRows(account, kind);
        return { data: countCachedDocuments(rules, kind, rows, query ?? {}), at: Date.now() };
      },
    });
  }
}

/** Caches a whole document as it was at this time, with its list row and search words. */
export async function cacheDocument(
  account: string,
  kind: DocumentKind,
  doc: StoredDocument,
  at?: number,
): Promise<void> {
  await cacheEntity(account, kind, { id: doc.id, data: doc }, at);
  await cacheListRows(account, kind, [toCachedDocumentRow(kind, doc)]);
}

/** Whether the response of a write is a document: the changed one, or one made from it. */
function isDocument(response: unknown): response is StoredDocument {
  const { id, kind, version, items } = (response ?? {}) as Partial<StoredDocument>;
  return Boolean(id && kind && version) && Array.isArray(items);
}

/** Removes documents that no longer exist from the cache. */
export const dropCachedDocuments = (account: string, kind: DocumentKind, ids: readonly string[]) =>
  removeCachedEntities(account, kind, ids);

/** The cached rows of a kind, with waiting changes applied. */
export async function readRows(account: string, kind: DocumentKind): Promise<SearchableDocumentRow[]> {
  const cached = new Map<string, SearchableDocumentRow>();
  for (const { id, row, words } of await loadCachedRows(account, kind)) {
    cached.set(id, { row: row as SearchableDocumentRow["row"], words });
  }
  for (const [id, doc] of await readChangedDocuments(account, kind))
    cached.set(id, toCachedDocumentRow(kind, doc));
  return [...cached.values()];
}

async function readLocalPage(
  account: string,
  kind: DocumentKind,
  { query = {} }: ReadRequest,
): Promise<DocumentList> {
  const rules = await loadRules();
  const contactId = toOptionalText(query.contactId);
  const rows = await readRows(account, kind);
  const matchingRows = contactId ? assignContact(rows, contactId, (await readParties()).contacts) : rows;
  return pageCachedDocuments(rules, kind, matchingRows, query);
}

/**
 * A page from the server, preceded by documents that the server doesn't know yet, and with the others as they
 * are on this device.
 */
async function applyWaitingToRows(
  account: string,
  kind: DocumentKind,
  { query = {} }: ReadRequest,
  page: DocumentList | undefined,
): Promise<DocumentList | undefined> {
  if (!page) return undefined;
  const rules = await loadRules();
  const changed = await readChangedDocuments(account, kind);
  if (changed.size === 0 || page.nextCursor?.startsWith("held-")) return page;
  const data = page.data.map((row) => {
    const doc = changed.get(row.id);
    return doc ? toCachedDocumentRow(kind, doc).row : row;
  });
  if (query.cursor) return { ...page, data };
  const isNew = (row: { id: string }) => !page.data.some(({ id }) => id === row.id);
  const localOnly = [...changed.values()]
    .filter(({ version }) => version === 0)
    .map((doc) => toCachedDocumentRow(kind, doc));
  const more = listCachedDocuments(rules, kind, localOnly, query).rows.filter(isNew);
  return { ...page, data: [...more, ...data], total: page.total + more.length };
}

/**
 * A document with its waiting changes: payments, a signature, and its edits while it is a draft; edits of a
 * document that the server has only if `appliesEdits`.
 */
async function applyWaiting(
  account: string,
  kind: DocumentKind,
  id: string,
  stored: StoredDocument | null,
  appliesEdits: boolean,
): Promise<StoredDocument | undefined> {
  const [edits, waiting] = await Promise.all([readEdits(account, kind), listWaitingChanges(account, kind)]);
  const ownEdits = edits.filter((edit) => edit.document === id);
  const ownWaiting = waiting.filter(({ thing }) => thing.id === id);
  if (ownEdits.length === 0 && ownWaiting.length === 0) return undefined;
  const rules = await loadRules();
  let doc = stored;
  if (stored === null || (appliesEdits && stored.status === "draft")) {
    const at = Math.max(0, ...ownEdits.map(({ time }) => time));
    doc = applyEdits(rules, kind, id, stored, ownEdits, await readParties(), at);
  }
  for (const one of ownWaiting) {
    // A refused change hasn't happened, whatever was displayed before.
    if (one.problem !== null && one.problem.status !== 0) continue;
    const mutation = findOfflineMutation(one.write);
    try {
      doc =
        ((await mutation?.respond({ ...one.write, url: "" }, doc ?? undefined, one.at)) as StoredDocument) ??
        doc;
    } catch {
      // It can't be applied to the current state: the server will refuse it too, and the list of waiting
      // changes shows that.
    }
  }
  return doc ?? undefined;
}

/** A document as it is on this device, with all its waiting changes: sent, signed and paid. */
export async function readLocalDocument(
  account: string,
  kind: DocumentKind,
  id: string,
): Promise<StoredDocument | undefined> {
  const cached = (await loadCachedEntity(account, kind, id))?.data as StoredDocument | undefined;
  return (await applyWaiting(account, kind, id, cached ?? null, true)) ?? cached;
}

/** The documents of a kind that have waiting changes, as they are on this device. */
async function readChangedDocuments(
  account: string,
  kind: DocumentKind,
): Promise<Map<string, StoredDocument>> {
  const [edits, waiting] = await Promise.all([readEdits(account, kind), listWaitingChanges(account, kind)]);
  const ids = new Set([...edits.map(({ document }) => document), ...waiting.map(({ thing }) => thing.id)]);
  const changed = new Map<string, StoredDocument>();
  for (const id of ids) {
    const doc = await readLocalDocument(account, kind, id);
    if (doc) changed.set(id, doc);
  }
  return changed;
}

const toOptionalText = (value: unknown) => (typeof value === "string" && value ? value : undefined);

async function readEdits(account: string, kind: DocumentKind): Promise<UnsentEdit[]> {
  // A browser that forbids storage has no edits.
  const edits = await loadUnsentEdits(account).catch(() => []);
  return edits
    .filter((edit) => edit.kind === kind)
    .sort((one, other) => one.order - other.order || one.time - other.time);
}

async function readParties(): Promise<KnownParties> {
  const [contacts, profiles] = await Promise.all([
    get("/api/contacts").catch(() => []),
    get("/api/business-profiles").catch(() => []),
  ]);
  return { contacts, profiles };
}

const PAGE_SIZE = 50;

/** Registers prefetching recent quotes and invoices, page by page, starting with the latest changes. */
export function registerDocumentsReadAhead(): void {
  for (const { kind } of WRITTEN_KINDS) {
    registerPrefetcher(kind, (account, changedSince, from) =>
      readAheadPages(account, kind, changedSince, from),
    );
  }
}

async function readAheadPages(
  account: string,
  kind: WrittenKind,
  changedSince: number,
  from: string,
): Promise<number> {
  let cursor: string | undefined;
  let asOf = changedSince;
  // The latest changes are read first, and must be the last to be removed if there isn't enough space.
  let at = Date.now();
  do {
    const page = await get("/api/held/documents", {
      query: { kind, changedSince: changedSince || undefined, from, cursor, limit: PAGE_SIZE },
    });
    // From the first page: what changes while the others are read is fetched next time.
    if (cursor === undefined) asOf = page.asOf;
    await dropCachedDocuments(account, kind, page.gone);
    for (const doc of page.data as StoredDocument[]) {
      await cacheDocument(account, kind, doc, at);
      at -= 1;
      await cacheSigningPage(kind, doc);
    }
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return asOf;
}

/** Reads the customer's page of a quote that awaits a decision, which caches it for signing offline. */
async function cacheSigningPage(kind: WrittenKind, { status, publicToken }: StoredDocument): Promise<void> {
  if (kind !== "quote" || status !== "sent" || !publicToken) return;
  await readPublicPage(publicToken).catch(() => {});
}
