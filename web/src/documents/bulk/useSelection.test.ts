import { expect, it } from "vitest";
import type { DocumentSummary } from "../../api/generated/DocumentSummary";
import { type Chosen, countChosen, isChosen, pressed } from "./useSelection";

const rows = ["a", "b", "c", "d"].map((id) => ({ id })) as DocumentSummary[];
const none: Chosen = { ids: new Set(), isAll: false, last: null };
const ids = (chosen: Chosen) =>
  rows
    .map(({ id }) => id)
    .filter((id) => isChosen(chosen, id))
    .join("");

it("chooses one, and with Shift all between", () => {
  const one = pressed(none, rows, "b", false);
  expect(ids(one)).toBe("b");
  const reached = pressed(one, rows, "d", true);
  expect(ids(reached)).toBe("bcd");
  expect(ids(pressed(reached, rows, "c", false))).toBe("bd");
  // Without one before it, Shift is a press like another.
  expect(ids(pressed(none, rows, "c", true))).toBe("c");
});

it("of all that match, some may be left out", () => {
  const all = { ...none, isAll: true };
  expect([ids(all), countChosen(all, 5_000)]).toEqual(["abcd", 5_000]);
  const without = pressed(pressed(all, rows, "a", false), rows, "b", true);
  expect([ids(without), countChosen(without, 5_000)]).toEqual(["cd", 4_998]);
  expect(ids(pressed(without, rows, "a", false))).toBe("acd");
});
