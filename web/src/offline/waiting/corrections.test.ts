import { expect, test } from "vitest";
import { applyCorrection, isCorrection, registerOfflineMutations } from "./offline-mutations";
import { WAITING_FORMAT, type WaitingChange } from "./waiting-change";

const PROBLEM = { message: "This is no email address.", code: "invalid", status: 422 };

registerOfflineMutations({
  method: "POST",
  path: "/api/quotes/{id}/send",
  sharesEdits: true,
  thing: () => ({ sort: "quote", id: "q" }),
  label: () => "",
  respond: () => undefined,
});

function createWaiting(
  method: "POST" | "PUT",
  path: string,
  body: unknown,
  more: Partial<WaitingChange> = {},
): WaitingChange {
  return {
    order: 7,
    account: "ada",
    key: "before",
    format: WAITING_FORMAT,
    write: { method, path, body },
    thing: { sort: "expense", id: "e" },
    label: "Expense",
    at: 1,
    problem: null,
    ...more,
  };
}

test("a corrected change replaces the refused one, under another key", () => {
  const thing = { sort: "quote", id: "q" };
  const path = "/api/quotes/{id}/send";
  const refused = createWaiting("POST", path, { to: "nobody" }, { thing, problem: PROBLEM });
  const correction = createWaiting("POST", path, { to: "ada@example.com" }, { thing, key: "anew", order: 9 });
  expect(isCorrection(correction, refused)).toBe(true);
  expect(applyCorrection(refused, correction)).toMatchObject({
    order: 7,
    key: "anew",
    problem: null,
    write: correction.write,
  });
  expect(isCorrection(correction, { ...refused, problem: null })).toBe(false);
  expect(isCorrection({ ...correction, thing: { sort: "quote", id: "other" } }, refused)).toBe(false);
});

test("a refused creation is sent again with its corrections", () => {
  const refused = createWaiting(
    "POST",
    "/api/expenses",
    { id: "e", amount: "4", receipts: ["gone"] },
    { problem: PROBLEM },
  );
  const mended = createWaiting(
    "PUT",
    "/api/expenses/{id}",
    { version: 1, amount: "4", receipts: [] },
    { key: "anew" },
  );
  expect(isCorrection(mended, refused)).toBe(true);
  expect(applyCorrection(refused, mended)).toMatchObject({
    order: 7,
    key: "anew",
    problem: null,
    write: { method: "POST", path: "/api/expenses", body: { id: "e", amount: "4", receipts: [] } },
  });
  expect(applyCorrection(refused, mended).write.body).not.toHaveProperty("version");
});

test("a change on top of a conflicting one keeps its base version", () => {
  const path = "/api/contacts/{id}";
  const base = { version: 1, notes: "", phone: "0" };
  const refused = createWaiting(
    "PUT",
    path,
    { version: 1, notes: "mine", phone: "0" },
    { problem: PROBLEM, base },
  );
  const more = createWaiting(
    "PUT",
    path,
    { version: 2, notes: "mine", phone: "1" },
    { key: "anew", base: {} },
  );
  expect(isCorrection(more, refused)).toBe(true);
  expect(applyCorrection(refused, more)).toMatchObject({
    order: 7,
    key: "anew",
    problem: null,
    base,
    write: { body: { version: 1, notes: "mine", phone: "1" } },
  });
});

test("a second payment leaves the one that was refused where it is", () => {
  const path = "/api/invoices/{id}/payments";
  const refused = createWaiting("POST", path, { amount: "200" }, { problem: PROBLEM });
  expect(isCorrection(createWaiting("POST", path, { amount: "50" }), refused)).toBe(false);
});
