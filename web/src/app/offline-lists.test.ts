// @vitest-environment window
import "fake-indexeddb/auto";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { get, post, put } from "../api/requests";
import { createExpenseForm, toExpenseInput } from "../features/expenses/expense";
import { setCurrentAccount } from "../offline/current-account";
import { sender } from "../offline/waiting/sender";
import { waitingLog } from "../offline/waiting/waiting-log";
import { startOffline } from "./offline";

beforeAll(() => startOffline(new QueryClient()));
afterEach(() => {
  setCurrentAccount(null);
  vi.unstubAllGlobals();
});

/** Reads a list offline, on a device with nothing cached. */
async function readWithoutSignal(path: string): Promise<unknown> {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  setCurrentAccount("ada");
  return await (get as (path: string) => Promise<unknown>)(path);
}

test.each(["/api/contacts", "/api/items", "/api/business-profiles", "/api/quote-templates"])(
  "%s is empty without signal if nothing is cached",
  async (path) => {
    expect(await readWithoutSignal(path)).toEqual([]);
  },
);

test("starting the app removes expired lists when storage is nearly full", async () => {
  vi.stubGlobal("navigator", {
    ...navigator,
    storage: { estimate: async () => ({ usage: 81, quota: 100 }) },
  });
  localStorage.setItem("cached_items", JSON.stringify({ data: [], timestamp: 0, version: 1 }));
  startOffline(new QueryClient());
  await vi.waitFor(() => expect(localStorage.getItem("cached_items")).toBeNull());
});

test.each(["/api/quotes", "/api/invoices", "/api/credit-notes", "/api/expenses"])(
  "%s has no rows without signal if nothing is cached",
  async (path) => {
    const list = (await readWithoutSignal(path)) as { data?: unknown[]; rows?: unknown[] };
    expect(list.data ?? list.rows).toEqual([]);
  },
);

type CreatedRow = { id: string; version: number } & Record<string, unknown>;

const EXPENSE = {
  ...createExpenseForm("2026-11-12"),
  supplier: "Screwfix",
  vatRate: "20",
  vatAmount: "3.99",
};
const returnAll = (list: CreatedRow[]) => list;

/** What is created, the text that its row shows, and the change that is made to it. */
const CREATES: Record<
  string,
  { body: object; shows: string; change: object; find: (list: never) => CreatedRow[] }
> = {
  "/api/contacts": {
    body: { name: "Dave Jones", company: "" },
    shows: "Dave Jones",
    change: { name: "Dave Jones-Lee", company: "" },
    find: returnAll,
  },
  "/api/items": {
    body: { name: "Kitchen tap", price: "85.00" },
    shows: "Kitchen tap",
    change: { name: "Kitchen tap", price: "90.00" },
    find: returnAll,
  },
  "/api/quote-templates": {
    body: { name: "Bathroom refit" },
    shows: "Bathroom refit",
    change: { name: "Bathroom refit, small" },
    find: returnAll,
  },
  "/api/expenses": {
    body: toExpenseInput({ ...EXPENSE, amount: "24.00" }, []),
    shows: "Screwfix",
    change: toExpenseInput({ ...EXPENSE, amount: "30.00" }, []),
    find: ({ data }: { data: CreatedRow[] }) => data,
  },
};

const EMPTY_LISTS: Record<string, object> = {
  "/api/expenses": { data: [], nextCursor: null, total: 0, totalAmount: "0.00", totalVat: "0.00" },
};
const createJsonResponse = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });

/** The server can be reached again but doesn't know the waiting changes yet. */
const restoreSignal = () =>
  vi.stubGlobal("fetch", async (url: string) => {
    const path = new URL(url, "http://localhost").pathname;
    return CREATES[path]
      ? createJsonResponse(200, EMPTY_LISTS[path] ?? [])
      : createJsonResponse(404, { message: "There is no such thing.", code: "not_found", errors: [] });
  });

describe.each(Object.entries(CREATES))(
  "a record created without signal at %s",
  (path, { body, shows, change, find }) => {
    const id = "0190a000-0000-7000-8000-000000000001";
    const read = get as (path: string, call?: object) => Promise<never>;
    const inList = async () => find(await read(path)).filter((one) => one.id === id);
    const itself = (): Promise<CreatedRow> => read(`${path}/{id}`, { params: { id } });
    const make = () =>
      (post as (path: string, call: object) => Promise<CreatedRow>)(path, { body: { id, ...body } });

    beforeEach(async () => {
      vi.spyOn(sender, "run").mockResolvedValue();
      vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
      setCurrentAccount("ada");
      await waitingLog.open("ada");
    });
    afterEach(async () => {
      await waitingLog.remove((await waitingLog.all()).map(({ order }) => order));
    });

    test("is in its list, and in the pickers that read it", async () => {
      await make();
      const [row, ...others] = await inList();
      expect(others).toEqual([]);
      expect(Object.values(row ?? {})).toContain(shows);
    });

    test("has a page of its own", async () => {
      await make();
      expect(await itself()).toMatchObject({ id, ...body });
    });

    test("shows its later changes, and is listed once", async () => {
      const { version } = await make();
      const write = { params: { id }, body: { version, ...change } };
      await (put as (path: string, call: object) => Promise<CreatedRow>)(`${path}/{id}`, write);
      expect(await itself()).toMatchObject({ id, ...change, version: version + 1 });
      expect(await inList()).toHaveLength(1);
    });

    test("is listed until it is sent, even if the server is reached", async () => {
      await make();
      restoreSignal();
      expect(await inList()).toHaveLength(1);
      expect(await itself()).toMatchObject({ id, ...body });
      await waitingLog.remove((await waitingLog.all()).map(({ order }) => order));
      expect(await inList()).toEqual([]);
    });
  },
);

test("the search finds what was created without signal", async () => {
  vi.spyOn(sender, "run").mockResolvedValue();
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  setCurrentAccount("ada");
  await waitingLog.open("ada");
  for (const [path, { body }] of Object.entries(CREATES))
    await (post as (path: string, call: object) => Promise<CreatedRow>)(path, {
      body: { id: path, ...body },
    });
  const search = async (q: string) => {
    const found = await get("/api/search", { query: { q } });
    return Object.entries(found).flatMap(([sort, rows]) => rows.map(() => sort));
  };
  expect(await search("dave")).toEqual(["contacts"]);
  expect(await search("tap")).toEqual(["items"]);
  expect(await search("bathroom")).toEqual(["templates"]);
  expect(await search("screwfix")).toEqual(["expenses"]);
  await waitingLog.remove((await waitingLog.all()).map(({ order }) => order));
});
