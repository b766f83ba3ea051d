import { expect, it } from "vitest";
import { EMPTY_ACCEPTANCE_DRAFT, getStrokes, isSignatureOutdated, isTicked } from "./AcceptForm";

const drawn = { ...EMPTY_ACCEPTANCE_DRAFT, signed: { version: "one", strokes: [[1, 2, 3, 4]] } };

it("keeps a signature for the version it was drawn for, and asks for another one for a new version", () => {
  expect([getStrokes(drawn, "one"), isSignatureOutdated(drawn, "one")]).toEqual([[[1, 2, 3, 4]], false]);
  expect([getStrokes(drawn, "two"), isSignatureOutdated(drawn, "two")]).toEqual([[], true]);
});

it("does not ask for a new signature if there was none or it was cleared", () => {
  expect(isSignatureOutdated(EMPTY_ACCEPTANCE_DRAFT, "one")).toBe(false);
  expect(
    isSignatureOutdated({ ...EMPTY_ACCEPTANCE_DRAFT, signed: { version: "one", strokes: [] } }, "two"),
  ).toBe(false);
});

it("counts a tick only for the terms that it was next to", () => {
  expect(isTicked("12 months.", "12 months.")).toBe(true);
  expect(isTicked("12 months.", "6 months.")).toBe(false);
  expect([isTicked(null, "6 months."), isTicked("12 months.", undefined)]).toEqual([false, false]);
});
