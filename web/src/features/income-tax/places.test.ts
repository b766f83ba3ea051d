import { describe, expect, it } from "vitest";
import { figureOf, nameOf, placeOf, yearOf } from "./places";

describe("a tax year", () => {
  it("begins on 6 April", () => {
    expect(yearOf("2026-04-05")).toBe("2025");
    expect(yearOf("2026-04-06")).toBe("2026");
    expect(yearOf("2027-01-01")).toBe("2026");
    expect(nameOf("2026")).toBe("2026/27");
    expect(nameOf("2099")).toBe("2099/00");
  });
});

describe("a figure's address", () => {
  it("says which figure it is", () => {
    const figures = [
      { of: "return", pages: "short", box: 11 },
      { of: "update", number: "3", expenses: "sum", field: "turnover" },
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
