import { get } from "../../api/reads";
import { registerPrefetcher } from "../../offline/cache/prefetch";
import { WRITTEN_KINDS, type WrittenKind } from "../kind";
import { readPublicPage } from "../queries";
import type { StoredDocument } from "../types";
import { cacheDocument, dropCachedDocuments } from "./cachedDocuments";

const PAGE_SIZE = 50;

/** Quotes and invoices of the last days are read ahead, a page at a time, what changed last first. */
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
  // What changed last comes first, and is to be let go last where there is no room for all of it.
  let at = Date.now();
  do {
    const page = await get("/api/held/documents", {
      query: { kind, changedSince: changedSince || undefined, from, cursor, limit: PAGE_SIZE },
    });
    // Of the first page: what changes while the others are read is brought the next time.
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

/** What a customer would read and sign, of a quote that awaits them: it is held by being read. */
async function cacheSigningPage(kind: WrittenKind, { status, publicToken }: StoredDocument): Promise<void> {
  if (kind !== "quote" || status !== "sent" || !publicToken) return;
  await readPublicPage(publicToken).catch(() => {});
}
