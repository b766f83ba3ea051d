import { describe, expect, it } from "vitest";
import { getRecordsPath, parseFigure } from "./queries";

describe("a figure's address", () => {
  it("identifies the figure", () => {
    const figures = [
      { of: "return", pages: "short", box: 11 },
      { of: "update", number: "3", expenses: "sum", field: "turnover" },
      { of: "update", number: "3", expenses: "sum", field: "turnover", trade: "Tool hire & more" },
      { of: "return", pages: "full", box: 15, trade: "" },
    ] as const;
    for (const figure of figures) {
      const query = getRecordsPath("2026", figure).split("?")[1];
      expect(parseFigure(new URLSearchParams(query))).toEqual(figure);
    }
  });

  it("identifies no figure when a parameter is missing or invalid", () => {
    for (const query of ["", "of=return", "of=return&box=x", "of=return&box=-1", "of=update"]) {
      expect(parseFigure(new URLSearchParams(query))).toBeUndefined();
    }
  });
});
