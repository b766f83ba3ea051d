import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { DocumentList } from "../../api/generated/DocumentList";
import type { DocumentListRequest } from "../../api/generated/DocumentListRequest";
import type { DocumentSummary } from "../../api/generated/DocumentSummary";
import type { HeldDocumentRow } from "../../api/generated/HeldDocumentRow";
import type { ListedDocuments } from "../../api/generated/ListedDocuments";
import type { TabCount } from "../../api/generated/TabCount";
import type { Contact } from "../../entities/contacts/contact";
import { cacheListRows } from "../../offline/cache/cache-store";
import { buildSearchWords, matchesSearch, paginate } from "../../offline/cache/search";
import { todayInLondon } from "../../rules/calendar";
import type { Rules } from "../../rules/rules";
import { toSortKey } from "../../ui/fold-text";
import { getEndDate, KINDS } from "../kind";
import { getStatusCode } from "../status/overdue";
import type { StoredDocument } from "../types";

/** The list row of a document, as the server would return it. */
export function toSummaryRow(kind: DocumentKind, doc: StoredDocument): DocumentSummary {
  const end = getEndDate(kind, doc) ?? undefined;
  return {
    id: doc.id,
    kind,
    status: doc.status,
    displayStatus: doc.displayStatus,
    number: doc[KINDS[kind].numberField] ?? null,
    contactName: doc.contact?.name || doc.contact?.company || "",
    jobDescription: doc.jobDescription,
    issueDate: doc.issueDate,
    ...(KINDS[kind].endDateField && end && { [KINDS[kind].endDateField]: end }),
    totalAmount: doc.totals.totalAmount,
    balanceDue: doc.totals.balanceDue,
    toConfirm: doc.totals.pendingAmount,
    archived: doc.archived,
    // Only known to the server.
    lostEmail: null,
    asked: null,
    updatedAt: doc.updatedAt,
  };
}

/** The search words of a row. */
const getRowSearchText = (row: DocumentSummary) =>
  buildSearchWords([row.number, row.contactName, row.jobDescription, row.totalAmount]);

/** The search words of a document, including its lines. */
function getDocumentSearchText(kind: DocumentKind, doc: StoredDocument): string {
  const row = toSummaryRow(kind, doc);
  const lines = doc.items.flatMap(({ name, description }) => [name, description]);
  return buildSearchWords([
    row.number,
    row.contactName,
    doc.contact?.company,
    row.jobDescription,
    row.totalAmount,
    doc.jobAddress,
    doc.orderNumber,
    ...lines,
  ]);
}

/** A row as it is cached: with its customer, if known. */
export interface CachedDocumentRow extends DocumentSummary {
  contactId?: string | null;
}

/** A cached row and its search words. */
export interface SearchableDocumentRow {
  row: CachedDocumentRow;
  words: string;
}

/**
 * Caches the rows of a list's page; `contactId` if the list is of one customer. A whole cached document has
 * more search words and knows its customer, and those remain.
 */
export async function cacheDocumentRows(
  account: string,
  rows: readonly DocumentSummary[],
  contactId?: string,
): Promise<void> {
  const kinds = new Map<DocumentKind, DocumentSummary[]>();
  for (const row of rows) kinds.set(row.kind, [...(kinds.get(row.kind) ?? []), row]);
  for (const [kind, list] of kinds) {
    await cacheListRows(
      account,
      kind,
      list.map((row) => ({ id: row.id, row: { ...row, contactId }, words: getRowSearchText(row) })),
      (before, now) => ({
        ...now,
        row: {
          ...(now.row as CachedDocumentRow),
          contactId: contactId ?? (before.row as CachedDocumentRow).contactId,
        },
        words: before.words.includes(now.words) ? before.words : now.words + before.words,
      }),
    );
  }
}

/** The row of a whole cached document. */
export const toCachedDocumentRow = (kind: DocumentKind, doc: StoredDocument) => ({
  id: doc.id,
  row: { ...toSummaryRow(kind, doc), contactId: doc.contactId } satisfies CachedDocumentRow,
  words: getDocumentSearchText(kind, doc),
});

/**
 * The cached rows with their contact. Rows from lists contain only the customer's name; the contact is
 * assigned by name if only this one has it.
 */
export function assignContact(
  rows: readonly SearchableDocumentRow[],
  id: string,
  contacts: readonly Pick<Contact, "id" | "name" | "company">[],
): SearchableDocumentRow[] {
  const name = getContactName(contacts.find((one) => one.id === id));
  const isUnique = name !== "" && contacts.filter((one) => getContactName(one) === name).length === 1;
  if (!isUnique) return [...rows];
  return rows.map((one) =>
    !one.row.contactId && one.row.contactName === name ? { ...one, row: { ...one.row, contactId: id } } : one,
  );
}

const getContactName = (contact: Pick<Contact, "name" | "company"> | undefined) =>
  contact?.name || contact?.company || "";

type ListQuery = Record<string, unknown>;

/**
 * The rows of a list in order, with their sums: core calculates them from the cache as it does on the server.
 */
export function listCachedDocuments(
  rules: Pick<Rules, "listDocuments">,
  kind: DocumentKind,
  cachedRows: readonly SearchableDocumentRow[],
  query: ListQuery,
): { rows: DocumentSummary[] } & Pick<ListedDocuments, "outstanding" | "totalAmount"> {
  const response = rules.listDocuments(kind, buildListRequest(cachedRows, query), todayInLondon());
  const { documents, ...sums } = JSON.parse(response) as ListedDocuments;
  const byId = new Map(cachedRows.map(({ row }) => [row.id, row]));
  const rows = documents.flatMap(({ id, displayStatus }) => {
    const row = byId.get(id);
    return row ? [displayStatus ? { ...row, displayStatus } : row] : [];
  });
  return { rows, ...sums };
}

/** A page of a list, with the sums of all its pages. */
export function pageCachedDocuments(
  rules: Rules,
  kind: DocumentKind,
  cachedRows: readonly SearchableDocumentRow[],
  query: ListQuery,
): DocumentList {
  const { rows, ...sums } = listCachedDocuments(rules, kind, cachedRows, query);
  return { ...paginate(rows, query), total: rows.length, ...sums };
}

/** The number of documents in each tab. */
export function countCachedDocuments(
  rules: Rules,
  kind: DocumentKind,
  cachedRows: readonly SearchableDocumentRow[],
  query: ListQuery,
): TabCount[] {
  return JSON.parse(
    rules.countDocuments(kind, buildListRequest(cachedRows, query), todayInLondon()),
  ) as TabCount[];
}

/** The request to core for the rows that match the search. */
function buildListRequest(cachedRows: readonly SearchableDocumentRow[], query: ListQuery): string {
  const readText = (name: string) => String(query[name] ?? "");
  const request: DocumentListRequest = {
    status: readText("status"),
    contactId: readText("contactId"),
    from: readText("from"),
    to: readText("to"),
    archived: readText("archived"),
    sort: readText("sort"),
    rows: cachedRows
      .filter(({ words }) => matchesSearch(words, readText("q")))
      .map(({ row }) => toListRow(row)),
  };
  return JSON.stringify(request);
}

const toListRow = (row: CachedDocumentRow): HeldDocumentRow => ({
  id: row.id,
  status: row.status,
  code: getStatusCode(row.displayStatus),
  number: row.number ?? "",
  contactId: row.contactId ?? "",
  contactKey: toSortKey(row.contactName),
  issueDate: row.issueDate ?? "",
  endDate: row.expiryDate ?? row.dueDate ?? "",
  totalAmount: row.totalAmount,
  balanceDue: row.balanceDue,
  toConfirm: row.toConfirm,
  archived: row.archived,
  updatedAt: row.updatedAt,
});
