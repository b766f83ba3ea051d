import { expect, test } from "vitest";
import { tidyPostcode } from "./addresses";

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
