import { describe, expect, test } from "vitest";
import type { Badge } from "../../api/generated/Badge";
import type { DocumentSummary } from "../../api/generated/DocumentSummary";
import type { Kind } from "../../api/generated/Kind";
import { loadRules } from "../../rules/rules";
import { summaryOf } from "../../testing/records";
import { KINDS } from "../kind";
import { listed } from "./lists";
import { asOfToday, type HeldRow, ofContact } from "./rows";

const rules = await loadRules();

const found = (id: string, contactName: string, contactId?: string) => ({
  row: { id, contactName, contactId } as DocumentSummary & HeldRow,
  words: "",
});
const dave = { id: "c1", name: "Dave Jones", company: "" };
const firm = { id: "c2", name: "", company: "Smith Ltd" };
const idsOf = (rows: readonly { row: HeldRow }[], id: string) =>
  rows.filter(({ row }) => row.contactId === id).map(({ row }) => row.id);

test("a row of a list is a contact's by its name", () => {
  const rows = [found("q1", "Dave Jones"), found("q2", "Smith Ltd"), found("q3", "Dave Jones", "c9")];
  expect(idsOf(ofContact(rows, "c1", [dave, firm]), "c1")).toEqual(["q1"]);
  expect(idsOf(ofContact(rows, "c2", [dave, firm]), "c2")).toEqual(["q2"]);
});

test("a name that two contacts have says nothing", () => {
  const other = { ...dave, id: "c3" };
  const rows = [found("q1", "Dave Jones"), found("q2", "Dave Jones", "c1")];
  expect(idsOf(ofContact(rows, "c1", [dave, other]), "c1")).toEqual(["q2"]);
});

test("nobody has no name", () => {
  expect(idsOf(ofContact([found("q1", "")], "c4", []), "c4")).toEqual([]);
});

const DRAFT: Badge = { label: "Draft", tone: "grey" };
const VOID: Badge = { label: "Void", tone: "grey" };
const PENDING: Badge = { label: "Pending", tone: "blue" };
const EXPIRED: Badge = { label: "Expired", tone: "red" };
const ACCEPTED: Badge = { label: "Accepted", tone: "green" };
const OUTSTANDING: Badge = { label: "Outstanding", tone: "blue" };
const OVERDUE: Badge = { label: "Overdue", tone: "red" };
const PARTIALLY_PAID: Badge = { label: "Partially Paid", tone: "amber" };

/** What each is shown as until its end date has passed, and from the day after. */
const SHOWN: [Kind, status: string, until: Badge, after: Badge][] = [
  ["quote", "draft", DRAFT, DRAFT],
  ["quote", "sent", PENDING, EXPIRED],
  ["quote", "accepted", ACCEPTED, ACCEPTED],
  // The customer cancelled what they had accepted.
  ["quote", "accepted", { label: "Cancelled", tone: "grey" }, { label: "Cancelled", tone: "grey" }],
  ["quote", "declined", { label: "Declined", tone: "red" }, { label: "Declined", tone: "red" }],
  ["quote", "invoiced", { label: "Invoiced", tone: "green" }, { label: "Invoiced", tone: "green" }],
  ["invoice", "draft", DRAFT, DRAFT],
  ["invoice", "sent", OUTSTANDING, OVERDUE],
  // Of what is paid in part that is what is shown, late or not.
  ["invoice", "partially_paid", PARTIALLY_PAID, PARTIALLY_PAID],
  ["invoice", "paid", { label: "Paid", tone: "green" }, { label: "Paid", tone: "green" }],
  ["invoice", "credited", { label: "Credited", tone: "grey" }, { label: "Credited", tone: "grey" }],
  ["invoice", "void", VOID, VOID],
  ["credit_note", "draft", DRAFT, DRAFT],
  ["credit_note", "sent", { label: "Issued", tone: "blue" }, { label: "Issued", tone: "blue" }],
  ["credit_note", "void", VOID, VOID],
];

const END = "2026-11-21";
const heldAs = (kind: Kind, status: string, displayStatus: Badge, end: string) => {
  const { endDateField } = KINDS[kind];
  return summaryOf(kind, { status, displayStatus, ...(endDateField && { [endDateField]: end }) });
};

describe("a row that is held is shown as it is today", () => {
  test.each(SHOWN)("%s, %s", (kind, status, until, after) => {
    const days: [today: string, Badge][] = [
      ["2026-11-20", until],
      [END, until],
      ["2026-11-22", after],
      ["2027-11-22", after],
    ];
    // Whatever it was shown as when it was read: the date may have been another one since, and the clock too.
    for (const read of [until, after]) {
      for (const [today, shown] of days) {
        const row = heldAs(kind, status, read, END);
        expect([today, asOfToday(rules, row, today)]).toEqual([today, { ...row, displayStatus: shown }]);
      }
      const endless = heldAs(kind, status, until, "");
      expect(asOfToday(rules, endless, "2027-11-22")).toEqual(endless);
    }
  });

  test("in the list too, among those that it then belongs to", () => {
    const late = { ...heldAs("invoice", "sent", OUTSTANDING, "2020-01-31"), id: "late" };
    const soon = { ...heldAs("invoice", "sent", OUTSTANDING, "2099-01-31"), id: "soon" };
    const lapsed = { ...heldAs("quote", "sent", PENDING, "2020-01-31"), id: "lapsed" };
    const shown = (kind: Kind, rows: DocumentSummary[], status: string) =>
      listed(
        rules,
        kind,
        rows.map((row) => ({ row, words: "" })),
        { status },
      ).map(({ id, displayStatus }) => [id, displayStatus.label]);
    expect(shown("invoice", [late, soon], "overdue")).toEqual([["late", "Overdue"]]);
    expect(shown("invoice", [late, soon], "")).toEqual([
      ["soon", "Outstanding"],
      ["late", "Overdue"],
    ]);
    expect(shown("quote", [lapsed], "expired")).toEqual([["lapsed", "Expired"]]);
    expect(shown("quote", [lapsed], "sent")).toEqual([]);
  });
});
