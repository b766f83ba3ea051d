import { describe, expect, it } from "vitest";
import { figureOf, placeOf } from "./places";

describe("a figure's address", () => {
  it("says which figure it is", () => {
    const figures = [
      { of: "return", pages: "short", box: 11 },
      { of: "update", number: "3", expenses: "sum", field: "turnover" },
      { of: "update", number: "3", expenses: "sum", field: "turnover", trade: "Tool hire & more" },
      { of: "return", pages: "full", box: 15, trade: "" },
    ] as const;
    for (const figure of figures) {
      const query = placeOf("2026", figure).split("?")[1];
      expect(figureOf(new URLSearchParams(query))).toEqual(figure);
    }
  });

  it("names none where it cannot", () => {
    for (const query of ["", "of=return", "of=return&box=x", "of=return&box=-1", "of=update"]) {
      expect(figureOf(new URLSearchParams(query))).toBeUndefined();
    }
  });
});
