import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { DocumentList } from "../../api/generated/DocumentList";
import type { DocumentListRequest } from "../../api/generated/DocumentListRequest";
import type { DocumentSummary } from "../../api/generated/DocumentSummary";
import type { HeldDocumentRow } from "../../api/generated/HeldDocumentRow";
import type { ListedDocuments } from "../../api/generated/ListedDocuments";
import type { TabCount } from "../../api/generated/TabCount";
import { matches, pageOf } from "../../offline/held/search";
import { todayInLondon } from "../../rules/calendar";
import type { Rules } from "../../rules/rules";
import { orderKey } from "../../ui/fold";
import { codeOf } from "../status/overdue";
import type { FoundRow, HeldRow } from "./rows";

type Query = Record<string, unknown>;

/** The rows that a list shows, in its order, and what they come to: core's answer, as the server's, of what is held. */
export function listHeld(
  rules: Pick<Rules, "listDocuments">,
  kind: DocumentKind,
  held: readonly FoundRow[],
  query: Query,
): { rows: DocumentSummary[] } & Pick<ListedDocuments, "outstanding" | "totalAmount"> {
  const answer = rules.listDocuments(kind, requestOf(held, query), todayInLondon());
  const { documents, ...sums } = JSON.parse(answer) as ListedDocuments;
  const byId = new Map(held.map(({ row }) => [row.id, row]));
  const rows = documents.flatMap(({ id, displayStatus }) => {
    const row = byId.get(id);
    return row ? [displayStatus ? { ...row, displayStatus } : row] : [];
  });
  return { rows, ...sums };
}

/** A page of a list, with the sums over all of its pages. */
export function pageOfHeld(
  rules: Rules,
  kind: DocumentKind,
  held: readonly FoundRow[],
  query: Query,
): DocumentList {
  const { rows, ...sums } = listHeld(rules, kind, held, query);
  return { ...pageOf(rows, query), total: rows.length, ...sums };
}

/** How many each tab holds. */
export function countHeld(
  rules: Rules,
  kind: DocumentKind,
  held: readonly FoundRow[],
  query: Query,
): TabCount[] {
  return JSON.parse(rules.countDocuments(kind, requestOf(held, query), todayInLondon())) as TabCount[];
}

/** What is asked of the rows that have the words that are searched for. */
function requestOf(held: readonly FoundRow[], query: Query): string {
  const text = (name: string) => String(query[name] ?? "");
  const request: DocumentListRequest = {
    status: text("status"),
    contactId: text("contactId"),
    from: text("from"),
    to: text("to"),
    archived: text("archived"),
    sort: text("sort"),
    rows: held.filter(({ words }) => matches(words, text("q"))).map(({ row }) => heldDocumentOf(row)),
  };
  return JSON.stringify(request);
}

const heldDocumentOf = (row: HeldRow): HeldDocumentRow => ({
  id: row.id,
  status: row.status,
  code: codeOf(row.displayStatus),
  number: row.number ?? "",
  contactId: row.contactId ?? "",
  contactKey: orderKey(row.contactName),
  issueDate: row.issueDate ?? "",
  endDate: row.expiryDate ?? row.dueDate ?? "",
  totalAmount: row.totalAmount,
  balanceDue: row.balanceDue,
  toConfirm: row.toConfirm,
  archived: row.archived,
  updatedAt: row.updatedAt,
});
