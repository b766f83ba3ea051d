import { expect, test } from "vitest";
import { newId } from "./requests";

test("an id is a UUIDv7 that carries its time", () => {
  const id = newId(0x0192_3456_789a);
  expect(id).toMatch(/^01923456-789a-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test("later ids sort after earlier ones, and none repeats", () => {
  const ids = [1, 2, 3].map((ms) => newId(Date.UTC(2026, 0, 1) + ms));
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(Array.from({ length: 1000 }, () => newId())).size).toBe(1000);
});
