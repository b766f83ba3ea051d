import { expect, it } from "vitest";
import type { DocumentSummary } from "../../api/generated/DocumentSummary";
import { type ChosenDocuments, countChosen, isChosen, toggleRow } from "./useSelection";

const rows = ["a", "b", "c", "d"].map((id) => ({ id })) as DocumentSummary[];
const none: ChosenDocuments = { ids: new Set(), isAll: false, last: null };
const ids = (chosen: ChosenDocuments) =>
  rows
    .map(({ id }) => id)
    .filter((id) => isChosen(chosen, id))
    .join("");

it("selects one row, and with Shift all rows between", () => {
  const one = toggleRow(none, rows, "b", false);
  expect(ids(one)).toBe("b");
  const reached = toggleRow(one, rows, "d", true);
  expect(ids(reached)).toBe("bcd");
  expect(ids(toggleRow(reached, rows, "c", false))).toBe("bd");
  // Without an earlier press, Shift makes no difference.
  expect(ids(toggleRow(none, rows, "c", true))).toBe("c");
});

it("leaves unticked rows out of all that match", () => {
  const all = { ...none, isAll: true };
  expect([ids(all), countChosen(all, 5_000)]).toEqual(["abcd", 5_000]);
  const without = toggleRow(toggleRow(all, rows, "a", false), rows, "b", true);
  expect([ids(without), countChosen(without, 5_000)]).toEqual(["cd", 4_998]);
  expect(ids(toggleRow(without, rows, "a", false))).toBe("acd");
});
