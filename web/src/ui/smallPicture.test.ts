import { expect, it } from "vitest";
import { within } from "./smallPicture";

it("keeps a picture's shape and makes no small one larger", () => {
  expect(within(8000, 5000, 2000)).toEqual({ width: 2000, height: 1250 });
  expect(within(3024, 4032, 2000)).toEqual({ width: 1500, height: 2000 });
  expect(within(640, 480, 2000)).toEqual({ width: 640, height: 480 });
  expect(within(20_000, 3, 2000)).toEqual({ width: 2000, height: 1 });
});
