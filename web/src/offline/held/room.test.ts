import "fake-indexeddb/auto";
import { beforeEach, expect, test } from "vitest";
import { forgetHeld } from "../device/forget";
import { heldAnswer, holdAnswer } from "./answers";
import { heldBytes, letGo, MOST_HELD } from "./room";
import { heldRows, heldWhole, holdRows, holdWhole } from "./things";

beforeEach(async () => {
  await forgetHeld("ada");
  await forgetHeld("bob");
});

test("what is held never takes more than the limit, and the oldest goes first", async () => {
  // Five thousand ordinary documents are held in a browser by `e2e/offline-room.spec.ts`.
  const text = "x".repeat(240_000);
  for (let at = 0; at < 250; at += 1) {
    await holdWhole("ada", "quote", { id: `q${at}`, data: { text } }, at + 1);
    expect(await heldBytes("ada")).toBeLessThanOrEqual(MOST_HELD);
  }
  expect(await heldWhole("ada", "quote", "q0")).toBeUndefined();
  expect(await heldWhole("ada", "quote", "q249")).toBeDefined();
}, 60_000);

test("rows of lists count, and what every document names goes last", async () => {
  await holdAnswer("ada", "/api/contacts", [{ id: "c" }], 1);
  await holdAnswer("ada", "/api/dashboard", {}, 2);
  const before = await heldBytes("ada");
  await holdRows("ada", "quote", [{ id: "1", row: {}, words: "" }]);
  const rows = (await heldBytes("ada")) - before;
  expect(rows).toBeGreaterThan(0);
  await holdWhole("ada", "quote", { id: "1", data: "x".repeat(1_000) }, 3);
  await letGo("ada", rows + 20);
  expect(await heldWhole("ada", "quote", "1")).toBeUndefined();
  expect(await heldAnswer("ada", "/api/dashboard")).toBeUndefined();
  expect(await heldAnswer("ada", "/api/contacts")).toBeDefined();
  expect(await heldRows("ada", "quote")).toHaveLength(1);
});

test("accounts never mix", async () => {
  await holdWhole("ada", "quote", { id: "1", data: "ada's" });
  await holdRows("ada", "quote", [{ id: "1", row: {}, words: "" }]);
  await holdAnswer("ada", "/api/dashboard", {});
  expect(await heldWhole("bob", "quote", "1")).toBeUndefined();
  expect(await heldRows("bob", "quote")).toEqual([]);
  expect(await heldBytes("bob")).toBe(0);
  await forgetHeld("bob");
  expect((await heldWhole("ada", "quote", "1"))?.data).toBe("ada's");
});
