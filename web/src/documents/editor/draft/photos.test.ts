import { expect, it } from "vitest";
import type { Photo } from "../../../api/generated/Photo";
import { emptyDraft, emptyLine } from "./draft";
import { havePhotos, photoMoved, photosOf, roomFor } from "./photos";
import { reduce } from "./reducer";

const photo = (id: string, line: string | null = null): Photo => ({
  id,
  line,
  caption: "",
  width: 4,
  height: 3,
});
const draft = (photos: Photo[]) => ({
  ...emptyDraft("", "", ""),
  items: [emptyLine("a"), emptyLine("b")],
  photos,
});
const ids = (photos: readonly Photo[]) => photos.map(({ id }) => id).join("");

it("shows each at its line, and of a line that is gone with the job's own", () => {
  const it = draft([photo("1", "a"), photo("2"), photo("3", "gone"), photo("4", "a")]);
  expect(ids(photosOf(it, "a"))).toBe("14");
  expect(ids(photosOf(it, null))).toBe("23");
});

it("knows which lines have photos of their own", () => {
  const it = draft([photo("1", "a"), photo("2"), photo("3", "gone")]);
  expect(
    [["a"], ["b"], ["b", "a"], []].map((ids) =>
      havePhotos(
        it,
        ids.map((id) => ({ id })),
      ),
    ),
  ).toEqual([true, false, true, false]);
});

it("leaves the photos of a line that is copied with that line", () => {
  const before = draft([photo("1", "a")]);
  const { id: _own, ...copy } = emptyLine("a");
  const after = reduce(before, { type: "add", id: "c", after: "a", line: copy });
  expect(after.photos).toBe(before.photos);
});

it("has room for as many as core takes", () => {
  const own = Array.from({ length: 12 }, (_, at) => photo(`o${at}`));
  expect(roomFor([], null)).toBe(12);
  expect(roomFor(own, null)).toBe(0);
  expect(roomFor(own, "a")).toBe(4);
  const more = ["a", "b"].flatMap((line) => [1, 2, 3].map((at) => photo(`${line}${at}`, line)));
  expect(roomFor([...own, ...more], "a")).toBe(1);
  expect(roomFor([...own, ...more, photo("x", "c"), photo("y", "c")], "a")).toBe(0);
});

it("lets a line's photos go with it, and no others", () => {
  const it = draft([photo("1", "a"), photo("2"), photo("3", "b"), photo("4", "gone")]);
  const after = reduce(it, { type: "remove", id: "a", emptyId: "z" });
  expect(ids(after.photos)).toBe("234");
  const moved = reduce(it, { type: "move", id: "a", to: 1 });
  expect(moved.photos).toBe(it.photos);
});

it("moves one among those that it stands among", () => {
  const photos = [photo("1"), photo("2", "a"), photo("3"), photo("4", "a")];
  expect(ids(photoMoved(photos, "1", 1))).toBe("2314");
  expect(ids(photoMoved(photos, "4", -1))).toBe("1423");
  expect(ids(photoMoved(photos, "1", -1))).toBe("1234");
});
