import { expect, test } from "vitest";
import { rebaseUpdate } from "./offline-mutations";

const base = { version: 3, name: "Ada", phone: "1", city: "Leeds", price: "12.50" };

test("a field that only one side changed keeps that change", () => {
  const mine = { version: 3, name: "Ada", phone: "2", city: "Leeds", price: "12.5" };
  const theirs = { ...base, version: 5, city: "York" };
  expect(rebaseUpdate(base, mine, theirs)).toEqual({
    body: { version: 5, name: "Ada", phone: "2", city: "York", price: "12.50" },
    asks: [],
  });
});

test("a field that both changed is a conflict only if the values differ", () => {
  const mine = { version: 3, name: "Ada P.", phone: "2", city: "Leeds", price: "12.50" };
  const theirs = { ...base, version: 4, name: "Ada P.", phone: "3" };
  expect(rebaseUpdate(base, mine, theirs).asks).toEqual([{ field: "phone", theirs: "3", mine: "2" }]);
});

test("without a base, every difference is a conflict", () => {
  const mine = { version: 3, name: "Ada", phone: "2" };
  expect(rebaseUpdate(undefined, mine, { version: 4, name: "Ada", phone: "3" }).asks).toEqual([
    { field: "phone", theirs: "3", mine: "2" },
  ]);
});
