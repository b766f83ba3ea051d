import { expect, it } from "vitest";
import { fitWithin } from "./pictures";

it("keeps a picture's shape and makes no small one larger", () => {
  expect(fitWithin(8000, 5000, 2000)).toEqual({ width: 2000, height: 1250 });
  expect(fitWithin(3024, 4032, 2000)).toEqual({ width: 1500, height: 2000 });
  expect(fitWithin(640, 480, 2000)).toEqual({ width: 640, height: 480 });
  expect(fitWithin(20_000, 3, 2000)).toEqual({ width: 2000, height: 1 });
});
