import { expect, test } from "vitest";
import type { UnsentEdit } from "../../offline/unsent-edits";
import type { WaitingChange } from "../../offline/waiting/waiting-change";
import { collectWithDocument, collectWithWrite } from "./dependants";

const write = (
  order: number,
  sort: string,
  id: string,
  more: Partial<WaitingChange["write"]>,
): WaitingChange => ({
  account: "ada",
  key: `k${order}`,
  format: 1,
  order,
  thing: { sort, id },
  label: `${sort} ${id}`,
  at: order,
  problem: null,
  write: { method: "POST", path: `/api/${sort}s`, ...more },
});
const edit = (document: string, baseVersion: number, value: unknown): UnsentEdit => ({
  account: "ada",
  kind: "quote",
  document,
  order: 0,
  time: 0,
  baseVersion,
  operationId: `of ${document}`,
  operations: [{ op: "set", field: "contactId", value }],
});
const ordersOf = ({ writes }: { writes: readonly WaitingChange[] }) => writes.map(({ order }) => order);

const contact = write(1, "contact", "c", { body: { id: "c", name: "Dave Jones" } });
const changed = write(2, "contact", "c", { method: "PUT", params: { id: "c" }, body: { name: "Dave" } });
const sends = write(3, "quote", "q", { path: "/api/quotes/{id}/send", params: { id: "q" } });
const paid = write(4, "quote", "q", { path: "/api/quotes/{id}/payments", params: { id: "q" } });
const photo = write(5, "receipt", "r", { path: "/api/expenses/receipts", form: [["id", "r"]] });
const spent = write(6, "expense", "e", { body: { id: "e", receipts: ["r"], contactId: "c" } });

test("discards a new document with everything done to it", () => {
  const work = { writes: [contact, sends, paid], edits: [edit("q", 0, "c")] };
  const gone = collectWithDocument({ kind: "quote", id: "q", isLocalOnly: true }, work);
  expect(ordersOf(gone)).toEqual([3, 4]);
  expect(gone.documents).toEqual([{ kind: "quote", id: "q" }]);
});

test("does not discard the payments of a document that the server has", () => {
  const work = { writes: [sends, paid], edits: [edit("q", 3, "x")] };
  expect(ordersOf(collectWithDocument({ kind: "quote", id: "q", isLocalOnly: false }, work))).toEqual([3]);
});

test("discards a new contact with whatever refers to it and the changes to that", () => {
  const work = {
    writes: [contact, changed, sends, photo, spent],
    edits: [edit("q", 0, "c"), edit("p", 0, "x")],
  };
  const gone = collectWithWrite(contact, work);
  expect(ordersOf(gone)).toEqual([1, 2, 3, 5, 6]);
  expect(gone.documents).toEqual([{ kind: "quote", id: "q" }]);
});

test("discards a change of a contact without the documents that refer to the contact", () => {
  const work = { writes: [contact, changed, sends], edits: [edit("q", 0, "c")] };
  expect(collectWithWrite(changed, work)).toEqual({ writes: [changed], documents: [] });
});

test("discards a photo and its expense together", () => {
  const work = { writes: [photo, spent], edits: [] };
  expect(ordersOf(collectWithWrite(photo, work))).toEqual([5, 6]);
  expect(ordersOf(collectWithWrite(spent, work))).toEqual([5, 6]);
});

test("does not discard a photo that another change of the expense refers to", () => {
  const more = write(7, "expense", "e", { method: "PUT", params: { id: "e" }, body: { receipts: ["r"] } });
  expect(ordersOf(collectWithWrite(more, { writes: [photo, spent, more], edits: [] }))).toEqual([7]);
});

test("discards a photo with the quote that refers to it, unless another quote does too", () => {
  const photoWrite = write(8, "photo", "p", { path: "/api/quotes/photos", form: [["id", "p"]] });
  const editNaming = (document: string) => edit(document, 3, [{ id: "p" }]);
  const document = { kind: "quote", id: "q", isLocalOnly: false } as const;
  const work = { writes: [photoWrite], edits: [editNaming("q"), edit("r", 3, "x")] };
  expect(ordersOf(collectWithDocument(document, work))).toEqual([8]);
  expect(
    ordersOf(collectWithDocument(document, { ...work, edits: [editNaming("q"), editNaming("r")] })),
  ).toEqual([]);
  expect(collectWithWrite(photoWrite, work).documents).toEqual([{ kind: "quote", id: "q" }]);
});
