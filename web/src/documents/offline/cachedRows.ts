import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { DocumentSummary } from "../../api/generated/DocumentSummary";
import type { Contact } from "../../entities/contacts/contact";
import { cacheListRows } from "../../offline/cache/cache-store";
import { buildSearchWords } from "../../offline/cache/search";
import { getEndDate, KINDS } from "../kind";
import type { StoredDocument } from "../types";

/** The row of a list that shows a document, as the server would give it. */
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
    // What the server knows alone.
    lostEmail: null,
    asked: null,
    updatedAt: doc.updatedAt,
  };
}

/** What a search finds a row by. */
const getRowSearchText = (row: DocumentSummary) =>
  buildSearchWords([row.number, row.contactName, row.jobDescription, row.totalAmount]);

/** What it finds a document by: its lines too. */
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

/** A row as it is held: with its customer, where that is known. */
export interface CachedDocumentRow extends DocumentSummary {
  contactId?: string | null;
}

/** A row that is held, and what it is found by. */
export interface SearchableDocumentRow {
  row: CachedDocumentRow;
  words: string;
}

/**
 * Holds the rows of a list's page; `contactId` where it is one customer's. A document that is held whole is found by
 * more words and knows its customer, and keeps them.
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

/** The row of a document that is held whole. */
export const toCachedDocumentRow = (kind: DocumentKind, doc: StoredDocument) => ({
  id: doc.id,
  row: { ...toSummaryRow(kind, doc), contactId: doc.contactId } satisfies CachedDocumentRow,
  words: getDocumentSearchText(kind, doc),
});

/**
 * The rows held, with the customer in those of lists, which name but do not say who it is: by that name, where only
 * this one contact has it.
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
