// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { cachedList, cacheList, clearCachedLists, LIFETIME } from "./cached-lists";

const NOW = 1_700_000_000_000;

afterEach(() => localStorage.clear());

test("a list is kept as data, timestamp and version 1, and read for a day", () => {
  cacheList("ada", "/api/contacts", [{ id: "1" }], NOW);
  expect(JSON.parse(localStorage.getItem("cached_contacts") ?? "")).toEqual({
    data: [{ id: "1" }],
    timestamp: NOW,
    version: 1,
  });
  expect(cachedList("ada", "/api/contacts", NOW + LIFETIME)).toEqual({ data: [{ id: "1" }], at: NOW });
  expect(cachedList("ada", "/api/contacts", NOW + LIFETIME + 1)).toBeNull();
  expect(localStorage.getItem("cached_contacts")).toBeNull();
});

test("what cannot be read, or is of another version, is empty and removed", () => {
  cacheList("ada", "/api/items", [], NOW);
  for (const text of ["{", JSON.stringify({ data: [], timestamp: NOW, version: 2 })]) {
    localStorage.setItem("cached_items", text);
    expect(cachedList("ada", "/api/items", NOW)).toBeNull();
    expect(localStorage.getItem("cached_items")).toBeNull();
  }
});

test("a list of more than a megabyte is not kept, and says so", () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  cacheList("ada", "/api/business-profiles", ["x".repeat(1024 * 1024)], NOW);
  expect(localStorage.getItem("cached_business_profiles")).toBeNull();
  expect(warn).toHaveBeenCalledWith(expect.stringContaining("data too large"));
});

test("nobody is given another account's list", () => {
  cacheList("ada", "/api/contacts", [{ id: "1" }], NOW);
  expect(cachedList("bob", "/api/contacts", NOW)).toBeNull();
  cacheList("bob", "/api/items", [], NOW);
  expect(localStorage.getItem("cached_contacts")).toBeNull();
});

test.each([
  [81, null],
  [80, "kept"],
])("writing a list with %s %% of the room in use lets go of what has expired", async (usage, left) => {
  vi.stubGlobal("navigator", { ...navigator, storage: { estimate: async () => ({ usage, quota: 100 }) } });
  const expired = JSON.stringify({ data: [], timestamp: Date.now() - LIFETIME - 1, version: 1 });
  localStorage.setItem("cached_for", "ada");
  localStorage.setItem("cached_items", expired);
  cacheList("ada", "/api/contacts", [{ id: "1" }]);
  await vi.waitFor(() => {
    const items = localStorage.getItem("cached_items");
    expect(items === null ? null : "kept").toBe(left);
  });
  expect(localStorage.getItem("cached_contacts")).not.toBeNull();
  vi.unstubAllGlobals();
});

test("logging out clears them", () => {
  cacheList("ada", "/api/contacts", [], NOW);
  clearCachedLists();
  expect(Object.keys(localStorage)).toEqual([]);
});
