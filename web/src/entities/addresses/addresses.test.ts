import { expect, test } from "vitest";
import { formatPostcode, getAddressLines, tidyPostcode } from "./addresses";

test.each([
  ["sw1a1aa", "SW1A 1AA"],
  [" ls16  6hg ", "LS16 6HG"],
  ["m1 1ae", "M1 1AE"],
  ["CR2 6XH", "CR2 6XH"],
  ["je2 3ab", "JE2 3AB"],
  ["D02 X285", "D02 X285"],
  ["LS16", "LS16"],
  ["by the mill", "by the mill"],
  ["", ""],
])("%s is tidied to %s", (typed, tidy) => {
  expect(tidyPostcode(typed)).toBe(tidy);
});

test("a displayed postcode is not broken over two lines", () => {
  expect(formatPostcode(" SW1A  1AA ")).toBe("SW1A\u00a01AA");
  const parts = {
    address_line1: "2 Kiln Lane",
    address_line2: "",
    city: "Hull",
    county: "",
    post_code: "HU1 1AA",
  };
  expect(getAddressLines(parts)).toEqual(["2 Kiln Lane", "Hull HU1\u00a01AA"]);
});
