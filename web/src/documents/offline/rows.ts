import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { DocumentSummary } from "../../api/generated/DocumentSummary";
import type { Contact } from "../../entities/contacts/contact";
import { wordsOf } from "../../offline/held/search";
import { holdRows } from "../../offline/held/things";
import { endOf, KINDS } from "../kind";
import type { StoredDocument } from "../types";

/** The row of a list that shows a document, as the server would give it. */
export function rowOf(kind: DocumentKind, doc: StoredDocument): DocumentSummary {
  const end = endOf(kind, doc) ?? undefined;
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
const wordsOfRow = (row: DocumentSummary) =>
  wordsOf([row.number, row.contactName, row.jobDescription, row.totalAmount]);

/** What it finds a document by: its lines too. */
function wordsOfDocument(kind: DocumentKind, doc: StoredDocument): string {
  const row = rowOf(kind, doc);
  const lines = doc.items.flatMap(({ name, description }) => [name, description]);
  return wordsOf([
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
export interface HeldRow extends DocumentSummary {
  contactId?: string | null;
}

/** A row that is held, and what it is found by. */
export interface FoundRow {
  row: HeldRow;
  words: string;
}

/**
 * Holds the rows of a list's page; `contactId` where it is one customer's. A document that is held whole is found by
 * more words and knows its customer, and keeps them.
 */
export async function keepRows(
  account: string,
  rows: readonly DocumentSummary[],
  contactId?: string,
): Promise<void> {
  const kinds = new Map<DocumentKind, DocumentSummary[]>();
  for (const row of rows) kinds.set(row.kind, [...(kinds.get(row.kind) ?? []), row]);
  for (const [kind, list] of kinds) {
    await holdRows(
      account,
      kind,
      list.map((row) => ({ id: row.id, row: { ...row, contactId }, words: wordsOfRow(row) })),
      (before, now) => ({
        ...now,
        row: { ...(now.row as HeldRow), contactId: contactId ?? (before.row as HeldRow).contactId },
        words: before.words.includes(now.words) ? before.words : now.words + before.words,
      }),
    );
  }
}

/** The row of a document that is held whole. */
export const heldRowOf = (kind: DocumentKind, doc: StoredDocument) => ({
  id: doc.id,
  row: { ...rowOf(kind, doc), contactId: doc.contactId } satisfies HeldRow,
  words: wordsOfDocument(kind, doc),
});

/**
 * The rows held, with the customer in those of lists, which name but do not say who it is: by that name, where only
 * this one contact has it.
 */
export function ofContact(
  held: readonly FoundRow[],
  id: string,
  contacts: readonly Pick<Contact, "id" | "name" | "company">[],
): FoundRow[] {
  const name = nameOf(contacts.find((one) => one.id === id));
  const isOnly = name !== "" && contacts.filter((one) => nameOf(one) === name).length === 1;
  if (!isOnly) return [...held];
  return held.map((one) =>
    !one.row.contactId && one.row.contactName === name ? { ...one, row: { ...one.row, contactId: id } } : one,
  );
}

const nameOf = (contact: Pick<Contact, "name" | "company"> | undefined) =>
  contact?.name || contact?.company || "";
