import { describe, expect, it } from "vitest";
import { toAmountText, toNumberText, toPlainDecimal } from "./numberText";

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
    expect(toNumberText(typed)).toBe(expected);
  });
});

describe("decimals for an input", () => {
  it("drops trailing zeros", () => {
    expect(toPlainDecimal("20.00")).toBe("20");
    expect(toPlainDecimal("100")).toBe("100");
    expect(toPlainDecimal("2.50")).toBe("2.5");
  });
  it("writes pence with two digits and keeps finer prices", () => {
    expect(toAmountText("45.50")).toBe("45.50");
    expect(toAmountText("45")).toBe("45.00");
    expect(toAmountText("")).toBe("");
    expect(toAmountText("0.1255")).toBe("0.1255");
  });
});
