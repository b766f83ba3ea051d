import { expect, test } from "vitest";
import type { UnsentEdit } from "../../offline/unsent";
import type { Waiting } from "../../offline/waiting/waiting";
import { withDocument, withWrite } from "./dependants";

const write = (order: number, sort: string, id: string, more: Partial<Waiting["write"]>): Waiting => ({
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
const ordersOf = ({ writes }: { writes: readonly Waiting[] }) => writes.map(({ order }) => order);

const contact = write(1, "contact", "c", { body: { id: "c", name: "Dave Jones" } });
const changed = write(2, "contact", "c", { method: "PUT", params: { id: "c" }, body: { name: "Dave" } });
const sends = write(3, "quote", "q", { path: "/api/quotes/{id}/send", params: { id: "q" } });
const paid = write(4, "quote", "q", { path: "/api/quotes/{id}/payments", params: { id: "q" } });
const photo = write(5, "receipt", "r", { path: "/api/expenses/receipts", form: [["id", "r"]] });
const spent = write(6, "expense", "e", { body: { id: "e", receipts: ["r"], contactId: "c" } });

test("a new document takes what is done to it with it", () => {
  const kept = { writes: [contact, sends, paid], edits: [edit("q", 0, "c")] };
  const gone = withDocument({ kind: "quote", id: "q", isOnlyHere: true }, kept);
  expect(ordersOf(gone)).toEqual([3, 4]);
  expect(gone.documents).toEqual([{ kind: "quote", id: "q" }]);
});

test("changes of one that the server has leave what was paid", () => {
  const kept = { writes: [sends, paid], edits: [edit("q", 3, "x")] };
  expect(ordersOf(withDocument({ kind: "quote", id: "q", isOnlyHere: false }, kept))).toEqual([3]);
});

test("a new contact takes what names it, and what is done to that", () => {
  const kept = {
    writes: [contact, changed, sends, photo, spent],
    edits: [edit("q", 0, "c"), edit("p", 0, "x")],
  };
  const gone = withWrite(contact, kept);
  expect(ordersOf(gone)).toEqual([1, 2, 3, 5, 6]);
  expect(gone.documents).toEqual([{ kind: "quote", id: "q" }]);
});

test("a change of a contact takes nothing but the later ones", () => {
  const kept = { writes: [contact, changed, sends], edits: [edit("q", 0, "c")] };
  expect(withWrite(changed, kept)).toEqual({ writes: [changed], documents: [] });
});

test("a photo and its expense go together", () => {
  const kept = { writes: [photo, spent], edits: [] };
  expect(ordersOf(withWrite(photo, kept))).toEqual([5, 6]);
  expect(ordersOf(withWrite(spent, kept))).toEqual([5, 6]);
});

test("a photo that another change of the expense names stays", () => {
  const more = write(7, "expense", "e", { method: "PUT", params: { id: "e" }, body: { receipts: ["r"] } });
  expect(ordersOf(withWrite(more, { writes: [photo, spent, more], edits: [] }))).toEqual([7]);
});

test("a photo goes with the quote whose edits name it, unless another's do", () => {
  const taken = write(8, "photo", "p", { path: "/api/quotes/photos", form: [["id", "p"]] });
  const named = (document: string) => edit(document, 3, [{ id: "p" }]);
  const document = { kind: "quote", id: "q", isOnlyHere: false } as const;
  const kept = { writes: [taken], edits: [named("q"), edit("r", 3, "x")] };
  expect(ordersOf(withDocument(document, kept))).toEqual([8]);
  expect(ordersOf(withDocument(document, { ...kept, edits: [named("q"), named("r")] }))).toEqual([]);
  expect(withWrite(taken, kept).documents).toEqual([{ kind: "quote", id: "q" }]);
});
