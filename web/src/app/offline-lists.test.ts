// @vitest-environment happy-dom
import "fake-indexeddb/auto";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { get } from "../api/reads";
import { nowIs } from "../offline/who";
import { startOffline } from "./offline";

beforeAll(() => startOffline(new QueryClient()));
afterEach(() => {
  nowIs(null);
  vi.unstubAllGlobals();
});

/** What a list says without signal, on a device that holds nothing. */
async function withoutSignal(path: string): Promise<unknown> {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  nowIs("ada");
  return await (get as (path: string) => Promise<unknown>)(path);
}

test.each(["/api/contacts", "/api/items", "/api/business-profiles", "/api/quote-templates"])(
  "%s is empty without signal where nothing is held",
  async (path) => {
    expect(await withoutSignal(path)).toEqual([]);
  },
);

test("the start lets go of lists that have expired where the room is nearly used up", async () => {
  vi.stubGlobal("navigator", {
    ...navigator,
    storage: { estimate: async () => ({ usage: 81, quota: 100 }) },
  });
  localStorage.setItem("cached_items", JSON.stringify({ data: [], timestamp: 0, version: 1 }));
  startOffline(new QueryClient());
  await vi.waitFor(() => expect(localStorage.getItem("cached_items")).toBeNull());
});

test.each(["/api/quotes", "/api/invoices", "/api/credit-notes", "/api/expenses"])(
  "%s has no rows without signal where nothing is held",
  async (path) => {
    const list = (await withoutSignal(path)) as { data?: unknown[]; rows?: unknown[] };
    expect(list.data ?? list.rows).toEqual([]);
  },
);
