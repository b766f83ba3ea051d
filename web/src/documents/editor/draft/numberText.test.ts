import { describe, expect, it } from "vitest";
import { amountText, numberText, plainDecimal } from "./numberText";

describe("numberText", () => {
  it.each([
    ["", ""],
    ["-", ""],
    [".", ""],
    ["12.", "12"],
    [".5", "0.5"],
    ["-.5", "-0.5"],
    ["-40", "-40"],
    ["?10-12", "?10-12"],
    ["?1,2,3", "?1,2,3"],
    ["twelve", "twelve"],
    ["1.2.3", "1.2.3"],
  ])("%j becomes %j", (typed, expected) => {
    expect(numberText(typed)).toBe(expected);
  });
});

describe("decimals for an input", () => {
  it("drops zeros that say nothing", () => {
    expect(plainDecimal("20.00")).toBe("20");
    expect(plainDecimal("100")).toBe("100");
    expect(plainDecimal("2.50")).toBe("2.5");
  });
  it("writes pence with two digits and keeps finer prices", () => {
    expect(amountText("45.50")).toBe("45.50");
    expect(amountText("45")).toBe("45.00");
    expect(amountText("")).toBe("");
    expect(amountText("0.1255")).toBe("0.1255");
  });
});
