import { expect, test } from "vitest";
import { findShareRefusal, MAX_SHARED_BYTES, MAX_SHARED_PHOTOS } from "./shared-photos";

const createPhoto = (size: number, type = "image/jpeg") => ({ size, type });
const createPhotos = (count: number, size = 1) => Array.from({ length: count }, () => createPhoto(size));

test("a share is accepted as a whole or not at all, within an expense's limits", () => {
  expect(findShareRefusal(createPhotos(MAX_SHARED_PHOTOS), [])).toBeNull();
  expect(findShareRefusal(createPhotos(MAX_SHARED_PHOTOS + 1), [])).toBe("too-many");
  expect(findShareRefusal(createPhotos(2), createPhotos(MAX_SHARED_PHOTOS - 1))).toBe("too-many");
  expect(findShareRefusal([createPhoto(MAX_SHARED_BYTES)], [])).toBeNull();
  expect(findShareRefusal([createPhoto(MAX_SHARED_BYTES)], [createPhoto(1)])).toBe("too-large");
});

test("pictures are accepted, and so are files without a type", () => {
  expect(findShareRefusal([createPhoto(1, "image/heic"), createPhoto(1, "")], [])).toBeNull();
  expect(findShareRefusal([createPhoto(1), createPhoto(1, "application/pdf")], [])).toBe("not-a-picture");
  expect(findShareRefusal([], [])).toBe("not-a-picture");
});
