import { expect, test } from "vitest";
import { corrected, corrects } from "./corrections";
import { register } from "./deeds";
import { FORMAT, type Waiting } from "./waiting";

const PROBLEM = { message: "This is no email address.", code: "invalid", status: 422 };

register({
  method: "POST",
  path: "/api/quotes/{id}/send",
  sharesEdits: true,
  thing: () => ({ sort: "quote", id: "q" }),
  label: () => "",
  answer: () => undefined,
});

function waiting(method: "POST" | "PUT", path: string, body: unknown, more: Partial<Waiting> = {}): Waiting {
  return {
    order: 7,
    account: "ada",
    key: "before",
    format: FORMAT,
    write: { method, path, body },
    thing: { sort: "expense", id: "e" },
    label: "Expense",
    at: 1,
    problem: null,
    ...more,
  };
}

test("what is sent anew takes the place of what was refused, under another name", () => {
  const thing = { sort: "quote", id: "q" };
  const path = "/api/quotes/{id}/send";
  const refused = waiting("POST", path, { to: "nobody" }, { thing, problem: PROBLEM });
  const anew = waiting("POST", path, { to: "ada@example.com" }, { thing, key: "anew", order: 9 });
  expect(corrects(anew, refused)).toBe(true);
  expect(corrected(refused, anew)).toMatchObject({ order: 7, key: "anew", problem: null, write: anew.write });
  expect(corrects(anew, { ...refused, problem: null })).toBe(false);
  expect(corrects({ ...anew, thing: { sort: "quote", id: "other" } }, refused)).toBe(false);
});

test("what was refused when it was to be made is made as it was mended", () => {
  const refused = waiting(
    "POST",
    "/api/expenses",
    { id: "e", amount: "4", receipts: ["gone"] },
    { problem: PROBLEM },
  );
  const mended = waiting(
    "PUT",
    "/api/expenses/{id}",
    { version: 1, amount: "4", receipts: [] },
    { key: "anew" },
  );
  expect(corrects(mended, refused)).toBe(true);
  expect(corrected(refused, mended)).toMatchObject({
    order: 7,
    key: "anew",
    problem: null,
    write: { method: "POST", path: "/api/expenses", body: { id: "e", amount: "4", receipts: [] } },
  });
  expect(corrected(refused, mended).write.body).not.toHaveProperty("version");
});

test("a change upon one that was asked about is of the same version, and is asked about too", () => {
  const path = "/api/contacts/{id}";
  const base = { version: 1, notes: "", phone: "0" };
  const refused = waiting("PUT", path, { version: 1, notes: "mine", phone: "0" }, { problem: PROBLEM, base });
  const more = waiting("PUT", path, { version: 2, notes: "mine", phone: "1" }, { key: "anew", base: {} });
  expect(corrects(more, refused)).toBe(true);
  expect(corrected(refused, more)).toMatchObject({
    order: 7,
    key: "anew",
    problem: null,
    base,
    write: { body: { version: 1, notes: "mine", phone: "1" } },
  });
});

test("a second payment leaves the one that was refused where it is", () => {
  const path = "/api/invoices/{id}/payments";
  const refused = waiting("POST", path, { amount: "200" }, { problem: PROBLEM });
  expect(corrects(waiting("POST", path, { amount: "50" }), refused)).toBe(false);
});
