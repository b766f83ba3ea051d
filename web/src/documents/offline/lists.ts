import type { DocumentList } from "../../api/generated/DocumentList";
import type { DocumentSummary } from "../../api/generated/DocumentSummary";
import type { Kind } from "../../api/generated/Kind";
import { KINDS as TABLE } from "../../api/generated/kinds";
import type { TabCount } from "../../api/generated/TabCount";
import { matches, pageOf } from "../../offline/held/search";
import { todayInLondon } from "../../rules/calendar";
import type { Rules } from "../../rules/rules";
import { addPence, poundsOf } from "../../ui/pence";
import { asOfToday, type FoundRow } from "./rows";

type Query = Record<string, unknown>;

/** What narrows a list by what a document shows, out of core's table. */
interface Filter {
  readonly name: string;
  readonly words: readonly string[];
  readonly when: "ever" | "inTime" | "late" | "soon";
  readonly toConfirm: boolean;
}

/** A quote that ends within so many days is about to expire: core's `SOON_DAYS`. */
const SOON_DAYS = 7;

const filtersOf = (kind: Kind): readonly Filter[] => TABLE[kind].lists;

/** The word by which core's lists know a row: `shown::Shown`. */
function wordOf({ kind, status, displayStatus }: DocumentSummary): string {
  if (kind === "quote" && displayStatus.label === "Cancelled") return "cancelled";
  if (kind !== "invoice" || ["draft", "void"].includes(status)) return status;
  const label = displayStatus.label.toLowerCase().replace(" ", "_");
  return label === "overdue" ? "outstanding" : label;
}

function isIn(filter: Filter, row: DocumentSummary, today: string, soon: string): boolean {
  if (filter.toConfirm) return Number(row.toConfirm) > 0;
  if (!filter.words.includes(wordOf(row))) return false;
  const end = row.expiryDate ?? row.dueDate ?? "";
  switch (filter.when) {
    case "ever":
      return true;
    case "inTime":
      return end === "" || end >= today;
    case "late":
      return row.status === "expired" || (end !== "" && end < today);
    case "soon":
      return end >= today && end <= soon;
  }
}

/** The rows that a list shows, in its order: as the server would answer, of what is held. */
export function listed(rules: Rules, kind: Kind, held: readonly FoundRow[], query: Query): DocumentSummary[] {
  const today = todayInLondon();
  const soon = rules.plusDays(today, SOON_DAYS);
  const filter = filtersOf(kind).find(({ name }) => name === query.status);
  const archived = String(query.archived ?? "");
  const text = (name: string) => String(query[name] ?? "");
  const wanted = held.filter(({ row, words }) => {
    if (filter && !isIn(filter, asOfToday(rules, row, today), today, soon)) return false;
    if (archived !== "all" && !filter?.toConfirm && row.archived !== (archived === "true")) return false;
    if (text("contactId") && row.contactId !== text("contactId")) return false;
    const day = row.issueDate ?? "";
    if (text("from") && day < text("from")) return false;
    if (text("to") && (day === "" || day > text("to"))) return false;
    return matches(words, text("q"));
  });
  const rows = wanted.map(({ row }) => asOfToday(rules, row, today));
  return sorted(rows, text("sort"));
}

/** Ids are made in the order of time; a list begins with the newest. */
function sorted(rows: DocumentSummary[], sort: string): DocumentSummary[] {
  const key = sort.replace(/^-/, "");
  const way = sort === "" || sort.startsWith("-") ? -1 : 1;
  const value = (row: DocumentSummary): string | number | null => {
    switch (key) {
      case "number":
        return row.number;
      case "contactName":
        return row.contactName.toLowerCase() || null;
      case "issueDate":
        return row.issueDate;
      case "dueDate":
      case "expiryDate":
        return row.expiryDate ?? row.dueDate ?? null;
      case "totalAmount":
        return Number(row.totalAmount);
      case "balanceDue":
        return Number(row.balanceDue);
      case "updatedAt":
        return row.updatedAt;
      default:
        return row.id;
    }
  };
  return rows.toSorted((one, other) => {
    const [a, b] = [value(one), value(other)];
    // What has none comes last, both ways.
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return (a < b ? -1 : a > b ? 1 : one.id < other.id ? -1 : 1) * way;
  });
}

/** A page of a list, with the sums over all of its pages. */
export function pageOfList(rows: readonly DocumentSummary[], query: Query): DocumentList {
  const issued = rows.filter(({ kind, status }) => kind === "invoice" && !["draft", "void"].includes(status));
  return {
    ...pageOf(rows, query),
    total: rows.length,
    outstanding: poundsOf(addPence(issued.map(({ balanceDue }) => balanceDue))),
    totalAmount: poundsOf(addPence(rows.map(({ totalAmount }) => totalAmount))),
  };
}

/** How many each tab holds. */
export function countsOf(rules: Rules, kind: Kind, held: readonly FoundRow[], query: Query): TabCount[] {
  const names = ["", ...filtersOf(kind).map(({ name }) => name)];
  return names.map((status) => ({
    status,
    documents: listed(rules, kind, held, { ...query, status }).length,
  }));
}
