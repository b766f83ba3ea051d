import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Badge } from "../../api/generated/Badge";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { DocumentSummary } from "../../api/generated/DocumentSummary";
import { buildSearchWords } from "../../offline/cache/search";
import { loadRules } from "../../rules/rules";
import { createSummary } from "../../testing/fixtures";
import { KINDS } from "../kind";
import {
  type CachedDocumentRow,
  countCachedDocuments,
  listCachedDocuments,
  pageCachedDocuments,
} from "./cachedRows";

const rules = await loadRules();

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const heldAs = (row: CachedDocumentRow) => ({ row, words: buildSearchWords([row.contactName, row.number]) });
const list = (kind: DocumentKind, rows: CachedDocumentRow[], query = {}) =>
  listCachedDocuments(rules, kind, rows.map(heldAs), query).rows;

const OUTSTANDING: Badge = { code: "outstanding", label: "Outstanding", tone: "blue" };
const OVERDUE: Badge = { code: "overdue", label: "Overdue", tone: "red" };
const PENDING: Badge = { code: "sent", label: "Pending", tone: "blue" };
const EXPIRED: Badge = { code: "expired", label: "Expired", tone: "red" };
const PARTIALLY_PAID: Badge = { code: "partially_paid", label: "Partially Paid", tone: "amber" };
const CANCELLED: Badge = { code: "cancelled", label: "Cancelled", tone: "red" };

const END = "2026-11-21";
const documentAs = (kind: DocumentKind, status: string, displayStatus: Badge, end = END) => {
  const { endDateField } = KINDS[kind];
  return createSummary(kind, {
    status,
    displayStatus,
    balanceDue: "60.00",
    ...(endDateField && { [endDateField]: end }),
  });
};

describe("a cached row is shown with today's status", () => {
  test.each<[DocumentKind, status: string, until: Badge, after: Badge]>([
    ["quote", "sent", PENDING, EXPIRED],
    ["quote", "accepted", CANCELLED, CANCELLED],
    ["invoice", "sent", OUTSTANDING, OVERDUE],
    // A partially paid invoice shows that status, late or not.
    ["invoice", "partially_paid", PARTIALLY_PAID, PARTIALLY_PAID],
  ])("kind %s, status %s", (kind, status, until, after) => {
    // Whatever its status was when it was read: the date and the clock may have changed since.
    for (const read of [until, after]) {
      const row = documentAs(kind, status, read);
      vi.setSystemTime("2026-11-21T12:00:00Z");
      expect(list(kind, [row])).toEqual([{ ...row, displayStatus: until }]);
      vi.setSystemTime("2026-11-22T12:00:00Z");
      expect(list(kind, [row])).toEqual([{ ...row, displayStatus: after }]);
    }
  });

  test("in the list that it then belongs to", () => {
    vi.setSystemTime("2026-11-22T12:00:00Z");
    const late = { ...documentAs("invoice", "sent", OUTSTANDING), id: "late" };
    const soon = { ...documentAs("invoice", "sent", OUTSTANDING, "2099-01-31"), id: "soon" };
    const labels = (rows: DocumentSummary[]) =>
      rows.map(({ id, displayStatus }) => [id, displayStatus.label]);
    expect(labels(list("invoice", [late, soon], { status: "overdue" }))).toEqual([["late", "Overdue"]]);
    expect(labels(list("invoice", [late, soon]))).toEqual([
      ["soon", "Outstanding"],
      ["late", "Overdue"],
    ]);
    expect(list("quote", [documentAs("quote", "sent", PENDING)], { status: "sent" })).toEqual([]);
  });
});

test("what a device stored before badges had codes is in the same lists", () => {
  vi.setSystemTime("2026-11-22T12:00:00Z");
  const stored = (label: string, tone: Badge["tone"]) => ({ label, tone }) as Badge;
  const partly = documentAs("invoice", "partially_paid", stored("Partially Paid", "amber"));
  expect(list("invoice", [partly], { status: "overdue" })).toEqual([partly]);
  const cancelled = documentAs("quote", "accepted", stored("Cancelled", "red"));
  expect(list("quote", [cancelled], { status: "cancelled" })).toEqual([cancelled]);
  expect(list("quote", [cancelled], { status: "accepted" })).toEqual([]);
});

describe("a list of cached rows", () => {
  const named = (id: string, contactName: string, contactId?: string) => ({
    ...documentAs("invoice", "sent", OUTSTANDING),
    id,
    contactName,
    contactId,
  });
  const rows = [named("i1", "Zoë Ash", "c1"), named("i2", "O'Hara"), named("i3", "Élan Baths")];

  test("can be searched, and filtered by customer", () => {
    const idsOf = (query: object) => list("invoice", rows, query).map(({ id }) => id);
    expect(idsOf({ q: "ohara" })).toEqual(["i2"]);
    expect(idsOf({ q: "zoe", contactId: "c1" })).toEqual(["i1"]);
    expect(idsOf({ contactId: "c2" })).toEqual([]);
    expect(idsOf({ sort: "contactName" })).toEqual(["i3", "i2", "i1"]);
  });

  test("comes page by page, with the sums of all pages", () => {
    const page = pageCachedDocuments(rules, "invoice", rows.map(heldAs), { limit: "2" });
    expect(page.data.map(({ id }) => id)).toEqual(["i3", "i2"]);
    expect(page).toMatchObject({ total: 3, nextCursor: "held-2", outstanding: "180.00" });
    const next = pageCachedDocuments(rules, "invoice", rows.map(heldAs), { limit: "2", cursor: "held-2" });
    expect(next.data.map(({ id }) => id)).toEqual(["i1"]);
  });

  test("is counted for each of its tabs", () => {
    const counts = countCachedDocuments(rules, "invoice", rows.map(heldAs), { q: "a" });
    const count = (name: string) => counts.find(({ status }) => status === name)?.documents;
    expect([count(""), count("outstanding"), count("paid")]).toEqual([1, 1, 0]);
  });
});
