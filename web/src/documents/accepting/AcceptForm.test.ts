import { expect, it } from "vitest";
import { EMPTY_ACCEPTANCE_DRAFT, getStrokes, isSignatureOutdated, isTicked } from "./AcceptForm";

const drawn = { ...EMPTY_ACCEPTANCE_DRAFT, signed: { version: "one", strokes: [[1, 2, 3, 4]] } };

it("keeps a signature for the version that it was drawn under, and asks for it again under another", () => {
  expect([getStrokes(drawn, "one"), isSignatureOutdated(drawn, "one")]).toEqual([[[1, 2, 3, 4]], false]);
  expect([getStrokes(drawn, "two"), isSignatureOutdated(drawn, "two")]).toEqual([[], true]);
});

it("asks nobody to sign again who has not signed, or has cleared it", () => {
  expect(isSignatureOutdated(EMPTY_ACCEPTANCE_DRAFT, "one")).toBe(false);
  expect(
    isSignatureOutdated({ ...EMPTY_ACCEPTANCE_DRAFT, signed: { version: "one", strokes: [] } }, "two"),
  ).toBe(false);
});

it("has a tick stand for the words beside it alone", () => {
  expect(isTicked("12 months.", "12 months.")).toBe(true);
  expect(isTicked("12 months.", "6 months.")).toBe(false);
  expect([isTicked(null, "6 months."), isTicked("12 months.", undefined)]).toEqual([false, false]);
});
