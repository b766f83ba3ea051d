import { expect, test } from "vitest";
import { inGigabytes } from "./words";

test.each([
  ["28728 MB free", "28.7 GB free"],
  ["812 MB free", "812 MB free"],
  ["Database reached", "Database reached"],
])("%s is read as %s", (found, read) => {
  expect(inGigabytes(found)).toBe(read);
});
