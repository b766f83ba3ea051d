import { expect, test } from "vitest";
import { judge, MOST, MOST_BYTES } from "./photos";

const photo = (size: number, type = "image/jpeg") => ({ size, type });
const photos = (count: number, size = 1) => Array.from({ length: count }, () => photo(size));

test("a share is kept whole or not at all, within what an expense takes", () => {
  expect(judge(photos(MOST), [])).toBeNull();
  expect(judge(photos(MOST + 1), [])).toBe("too-many");
  expect(judge(photos(2), photos(MOST - 1))).toBe("too-many");
  expect(judge([photo(MOST_BYTES)], [])).toBeNull();
  expect(judge([photo(MOST_BYTES)], [photo(1)])).toBe("too-large");
});

test("pictures are kept, and what names no type may be one", () => {
  expect(judge([photo(1, "image/heic"), photo(1, "")], [])).toBeNull();
  expect(judge([photo(1), photo(1, "application/pdf")], [])).toBe("not-a-picture");
  expect(judge([], [])).toBe("not-a-picture");
});
