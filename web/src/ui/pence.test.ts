import { expect, it } from "vitest";
import { addPence } from "./pence";

it("adds pounds up to the penny", () => {
  expect(addPence([])).toBe(0);
  expect(addPence(["0.10", "0.20", "1234.5", "-10.05", "7"])).toBe(123175);
});
