import { expect, it } from "vitest";
import { BLANK, isOutdated, isTicked, strokesOf } from "./draft";

const drawn = { ...BLANK, signed: { version: "one", strokes: [[1, 2, 3, 4]] } };

it("keeps a signature for the version that it was drawn under, and asks for it again under another", () => {
  expect([strokesOf(drawn, "one"), isOutdated(drawn, "one")]).toEqual([[[1, 2, 3, 4]], false]);
  expect([strokesOf(drawn, "two"), isOutdated(drawn, "two")]).toEqual([[], true]);
});

it("asks nobody to sign again who has not signed, or has cleared it", () => {
  expect(isOutdated(BLANK, "one")).toBe(false);
  expect(isOutdated({ ...BLANK, signed: { version: "one", strokes: [] } }, "two")).toBe(false);
});

it("has a tick stand for the words beside it alone", () => {
  expect(isTicked("12 months.", "12 months.")).toBe(true);
  expect(isTicked("12 months.", "6 months.")).toBe(false);
  expect([isTicked(null, "6 months."), isTicked("12 months.", undefined)]).toEqual([false, false]);
});
