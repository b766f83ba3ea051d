import { expect, it } from "vitest";
import { LONGEST, within } from "./shrink";

it("keeps a picture's shape and makes no small one larger", () => {
  expect(within(8000, 5000, LONGEST)).toEqual({ width: 2000, height: 1250 });
  expect(within(3024, 4032, LONGEST)).toEqual({ width: 1500, height: 2000 });
  expect(within(640, 480, LONGEST)).toEqual({ width: 640, height: 480 });
  expect(within(20_000, 3, LONGEST)).toEqual({ width: 2000, height: 1 });
});
