// @vitest-environment window
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  cacheList,
  clearCachedLists,
  clearExpiredLists,
  LIST_LIFETIME,
  loadCachedList,
} from "./cached-lists";

const NOW = 1_700_000_000_000;

afterEach(() => localStorage.clear());

test("a list is cached with its time and version 1, and can be read for a day", () => {
  cacheList("ada", "/api/contacts", [{ id: "1" }], NOW);
  expect(JSON.parse(localStorage.getItem("cached_contacts") ?? "")).toEqual({
    data: [{ id: "1" }],
    timestamp: NOW,
    version: 1,
  });
  expect(loadCachedList("ada", "/api/contacts", NOW + LIST_LIFETIME)).toEqual({
    data: [{ id: "1" }],
    at: NOW,
  });
  expect(loadCachedList("ada", "/api/contacts", NOW + LIST_LIFETIME + 1)).toBeNull();
  expect(localStorage.getItem("cached_contacts")).toBeNull();
});

test("an unreadable entry, or one of another version, is removed", () => {
  cacheList("ada", "/api/items", [], NOW);
  for (const text of ["{", JSON.stringify({ data: [], timestamp: NOW, version: 2 })]) {
    localStorage.setItem("cached_items", text);
    expect(loadCachedList("ada", "/api/items", NOW)).toBeNull();
    expect(localStorage.getItem("cached_items")).toBeNull();
  }
});

test("a list of more than a megabyte is not cached, and a warning is logged", () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  cacheList("ada", "/api/business-profiles", ["x".repeat(1024 * 1024)], NOW);
  expect(localStorage.getItem("cached_business_profiles")).toBeNull();
  expect(warn).toHaveBeenCalledWith(expect.stringContaining("data too large"));
});

test("nobody is given another account's list", () => {
  cacheList("ada", "/api/contacts", [{ id: "1" }], NOW);
  expect(loadCachedList("bob", "/api/contacts", NOW)).toBeNull();
  cacheList("bob", "/api/items", [], NOW);
  expect(localStorage.getItem("cached_contacts")).toBeNull();
});

describe("when storage is nearly full", () => {
  const inUse = (usage: number, quota = 100) =>
    vi.stubGlobal("navigator", { ...navigator, storage: { estimate: async () => ({ usage, quota }) } });
  const put = (key: string, timestamp: number) =>
    localStorage.setItem(key, JSON.stringify({ data: [], timestamp, version: 1 }));
  const left = () => Object.keys(localStorage).filter((key) => key !== "cached_for");
  afterEach(() => vi.unstubAllGlobals());

  test.each([
    [81, 100, ["cached_contacts"]],
    [80, 100, ["cached_contacts", "cached_items"]],
    [0, 0, ["cached_contacts", "cached_items"]],
  ])(
    "with %i of %i in use, %j are left of a list from today and an expired one",
    async (usage, quota, keys) => {
      inUse(usage, quota);
      put("cached_contacts", NOW - LIST_LIFETIME);
      put("cached_items", NOW - LIST_LIFETIME - 1);
      await clearExpiredLists(NOW);
      expect(left()).toEqual(keys);
    },
  );

  test("writing a list removes expired ones, even if it is itself too large", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    for (const data of [[{ id: "1" }], ["x".repeat(1024 * 1024)]]) {
      inUse(81);
      localStorage.setItem("cached_for", "ada");
      put("cached_items", Date.now() - LIST_LIFETIME - 1);
      cacheList("ada", "/api/contacts", data);
      await vi.waitFor(() => expect(localStorage.getItem("cached_items")).toBeNull());
    }
  });
});

test("logging out clears the cached lists", () => {
  cacheList("ada", "/api/contacts", [], NOW);
  clearCachedLists();
  expect(Object.keys(localStorage)).toEqual([]);
});
