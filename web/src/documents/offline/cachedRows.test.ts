import { expect, test } from "vitest";
import type { DocumentSummary } from "../../api/generated/DocumentSummary";
import { assignContact, type CachedDocumentRow } from "./cachedRows";

const found = (id: string, contactName: string, contactId?: string) => ({
  row: { id, contactName, contactId } as DocumentSummary & CachedDocumentRow,
  words: "",
});
const dave = { id: "c1", name: "Dave Jones", company: "" };
const firm = { id: "c2", name: "", company: "Smith Ltd" };
const idsOf = (rows: readonly { row: CachedDocumentRow }[], id: string) =>
  rows.filter(({ row }) => row.contactId === id).map(({ row }) => row.id);

test("a row of a list is assigned to a contact by its name", () => {
  const rows = [found("q1", "Dave Jones"), found("q2", "Smith Ltd"), found("q3", "Dave Jones", "c9")];
  expect(idsOf(assignContact(rows, "c1", [dave, firm]), "c1")).toEqual(["q1"]);
  expect(idsOf(assignContact(rows, "c2", [dave, firm]), "c2")).toEqual(["q2"]);
});

test("a row is not assigned by a name that two contacts share", () => {
  const other = { ...dave, id: "c3" };
  const rows = [found("q1", "Dave Jones"), found("q2", "Dave Jones", "c1")];
  expect(idsOf(assignContact(rows, "c1", [dave, other]), "c1")).toEqual(["q2"]);
});

test("a row without a name is assigned to no contact", () => {
  expect(idsOf(assignContact([found("q1", "")], "c4", []), "c4")).toEqual([]);
});
