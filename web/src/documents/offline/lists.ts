import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { DocumentList } from "../../api/generated/DocumentList";
import type { DocumentListRequest } from "../../api/generated/DocumentListRequest";
import type { DocumentSummary } from "../../api/generated/DocumentSummary";
import type { HeldDocumentRow } from "../../api/generated/HeldDocumentRow";
import type { ListedDocuments } from "../../api/generated/ListedDocuments";
import type { TabCount } from "../../api/generated/TabCount";
import { matchesSearch, paginate } from "../../offline/cache/search";
import { todayInLondon } from "../../rules/calendar";
import type { Rules } from "../../rules/rules";
import { toSortKey } from "../../ui/fold-text";
import { getStatusCode } from "../status/overdue";
import type { CachedDocumentRow, SearchableDocumentRow } from "./cachedRows";

type ListQuery = Record<string, unknown>;

/** The rows that a list shows, in its order, and what they come to: core's answer, as the server's, of what is held. */
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

/** A page of a list, with the sums over all of its pages. */
export function pageCachedDocuments(
  rules: Rules,
  kind: DocumentKind,
  cachedRows: readonly SearchableDocumentRow[],
  query: ListQuery,
): DocumentList {
  const { rows, ...sums } = listCachedDocuments(rules, kind, cachedRows, query);
  return { ...paginate(rows, query), total: rows.length, ...sums };
}

/** How many each tab holds. */
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

/** What is asked of the rows that have the words that are searched for. */
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
