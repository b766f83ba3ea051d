import { expect, it } from "vitest";
import type { Photo } from "../../../api/generated/Photo";
import { createEmptyDraft, createEmptyLine } from "./draft";
import { countRemainingPhotos, hasLinePhotos, movePhoto, selectPhotos } from "./photos";
import { reduceDraft } from "./reducer";

const photo = (id: string, line: string | null = null): Photo => ({
  id,
  line,
  caption: "",
  width: 4,
  height: 3,
});
const draft = (photos: Photo[]) => ({
  ...createEmptyDraft("", "", ""),
  items: [createEmptyLine("a"), createEmptyLine("b")],
  photos,
});
const ids = (photos: readonly Photo[]) => photos.map(({ id }) => id).join("");

it("shows each photo at its line, and those of a removed line with the job's own", () => {
  const it = draft([photo("1", "a"), photo("2"), photo("3", "gone"), photo("4", "a")]);
  expect(ids(selectPhotos(it, "a"))).toBe("14");
  expect(ids(selectPhotos(it, null))).toBe("23");
});

it("knows which lines have photos of their own", () => {
  const it = draft([photo("1", "a"), photo("2"), photo("3", "gone")]);
  expect(
    [["a"], ["b"], ["b", "a"], []].map((ids) =>
      hasLinePhotos(
        it,
        ids.map((id) => ({ id })),
      ),
    ),
  ).toEqual([true, false, true, false]);
});

it("leaves a line's photos with the original when it is copied", () => {
  const before = draft([photo("1", "a")]);
  const { id: _own, ...copy } = createEmptyLine("a");
  const after = reduceDraft(before, { type: "add", id: "c", after: "a", line: copy });
  expect(after.photos).toBe(before.photos);
});

it("has room for as many photos as core accepts", () => {
  const own = Array.from({ length: 12 }, (_, at) => photo(`o${at}`));
  expect(countRemainingPhotos([], null)).toBe(12);
  expect(countRemainingPhotos(own, null)).toBe(0);
  expect(countRemainingPhotos(own, "a")).toBe(4);
  const more = ["a", "b"].flatMap((line) => [1, 2, 3].map((at) => photo(`${line}${at}`, line)));
  expect(countRemainingPhotos([...own, ...more], "a")).toBe(1);
  expect(countRemainingPhotos([...own, ...more, photo("x", "c"), photo("y", "c")], "a")).toBe(0);
});

it("lets a line's photos go with it, and no others", () => {
  const it = draft([photo("1", "a"), photo("2"), photo("3", "b"), photo("4", "gone")]);
  const after = reduceDraft(it, { type: "remove", id: "a", emptyId: "z" });
  expect(ids(after.photos)).toBe("234");
  const moved = reduceDraft(it, { type: "move", id: "a", to: 1 });
  expect(moved.photos).toBe(it.photos);
});

it("moves a photo among those of the same line", () => {
  const photos = [photo("1"), photo("2", "a"), photo("3"), photo("4", "a")];
  expect(ids(movePhoto(photos, "1", 1))).toBe("2314");
  expect(ids(movePhoto(photos, "4", -1))).toBe("1423");
  expect(ids(movePhoto(photos, "1", -1))).toBe("1234");
});
