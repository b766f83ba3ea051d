import "fake-indexeddb/auto";
import { beforeEach, expect, test } from "vitest";
import { clearCache } from "../device/device-users";
import {
  cacheEntity,
  cacheListRows,
  cacheResponse,
  loadCachedEntity,
  loadCachedResponse,
  loadCachedRows,
} from "./cache-store";
import { countCachedBytes, evictOldest, MAX_CACHED_BYTES } from "./storage-limits";

beforeEach(async () => {
  await clearCache("ada");
  await clearCache("bob");
});

test("the cache never exceeds its limit, and the oldest entry is removed first", async () => {
  // `e2e/offline-storage-limit.spec.ts` caches five thousand ordinary documents in a real browser.
  const text = "x".repeat(240_000);
  for (let at = 0; at < 250; at += 1) {
    await cacheEntity("ada", "quote", { id: `q${at}`, data: { text } }, at + 1);
    expect(await countCachedBytes("ada")).toBeLessThanOrEqual(MAX_CACHED_BYTES);
  }
  expect(await loadCachedEntity("ada", "quote", "q0")).toBeUndefined();
  expect(await loadCachedEntity("ada", "quote", "q249")).toBeDefined();
}, 60_000);

test("list rows count towards the limit, and what every document needs is removed last", async () => {
  await cacheResponse("ada", "/api/contacts", [{ id: "c" }], 1);
  await cacheResponse("ada", "/api/dashboard", {}, 2);
  const before = await countCachedBytes("ada");
  await cacheListRows("ada", "quote", [{ id: "1", row: {}, words: "" }]);
  const rows = (await countCachedBytes("ada")) - before;
  expect(rows).toBeGreaterThan(0);
  await cacheEntity("ada", "quote", { id: "1", data: "x".repeat(1_000) }, 3);
  await evictOldest("ada", rows + 20);
  expect(await loadCachedEntity("ada", "quote", "1")).toBeUndefined();
  expect(await loadCachedResponse("ada", "/api/dashboard")).toBeUndefined();
  expect(await loadCachedResponse("ada", "/api/contacts")).toBeDefined();
  expect(await loadCachedRows("ada", "quote")).toHaveLength(1);
});

test("accounts never mix", async () => {
  await cacheEntity("ada", "quote", { id: "1", data: "ada's" });
  await cacheListRows("ada", "quote", [{ id: "1", row: {}, words: "" }]);
  await cacheResponse("ada", "/api/dashboard", {});
  expect(await loadCachedEntity("bob", "quote", "1")).toBeUndefined();
  expect(await loadCachedRows("bob", "quote")).toEqual([]);
  expect(await countCachedBytes("bob")).toBe(0);
  await clearCache("bob");
  expect((await loadCachedEntity("ada", "quote", "1"))?.data).toBe("ada's");
});
