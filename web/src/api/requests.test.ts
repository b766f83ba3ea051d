import { afterEach, expect, test, vi } from "vitest";
import type { QuoteInput } from "./generated/QuoteInput";
import { buildFileUrl, buildUrl, get, post, put } from "./requests";

afterEach(() => vi.unstubAllGlobals());

test("a path is filled in with escaped parameters", () => {
  expect(buildUrl("/api/quotes/{id}/payments/{pid}/confirm", { params: { id: "a/b", pid: "7?" } })).toBe(
    "/api/quotes/a%2Fb/payments/7%3F/confirm",
  );
});

test("a query string holds only what is set", () => {
  const query = { q: "a b", status: "", cursor: null, limit: 20, archived: undefined };
  expect(buildUrl("/api/quotes", { query })).toBe("/api/quotes?q=a+b&limit=20");
  expect(buildUrl("/api/quotes", { query: {} })).toBe("/api/quotes");
  // A list is included even if it is empty.
  expect(buildUrl("/x", { query: { selected: ["a", "b"] } })).toBe("/x?selected=a%2Cb");
  expect(buildUrl("/x", { query: { selected: [] } })).toBe("/x?selected=");
});

test("a link to a file has the file's address", () => {
  expect(buildFileUrl("/api/quotes/{id}/pdf", { params: { id: "q1" } })).toBe("/api/quotes/q1/pdf");
});

test("a read requests its address and returns the response", async () => {
  const fetched = vi.fn(async () => new Response('{"rows":[]}'));
  vi.stubGlobal("fetch", fetched);
  await expect(get("/api/invoices", { query: { limit: "5" } })).resolves.toEqual({ rows: [] });
  expect(fetched).toHaveBeenCalledWith("/api/invoices?limit=5", expect.objectContaining({ method: "GET" }));
});

// Only type-checked, never run: if one of these calls were valid, its @ts-expect-error would be an error.
void ((quote: QuoteInput) => {
  const params = { id: "q1" };
  // @ts-expect-error: a save without the version that it is based on
  void put("/api/quotes/{id}", { params, body: quote });
  // @ts-expect-error: a quote with an invoice's date
  void post("/api/quotes", { body: { ...quote, dueDate: null } });
  // @ts-expect-error: a payment without its method
  void post("/api/quotes/{id}/payments", { params, body: { amount: "5.00" } });
  // @ts-expect-error: a path whose parameter is missing
  void post("/api/quotes/{id}/archive");
  // @ts-expect-error: a path that doesn't exist
  void get("/api/quotas");
  // @ts-expect-error: a method that the path doesn't accept
  void post("/api/quotes/{id}", { params });
  // @ts-expect-error: a query that the path doesn't accept
  void get("/api/quotes", { query: { page: "2" } });
});
