import { expect, it } from "vitest";
import type { Photo } from "../../../api/generated/Photo";
import { createSkippedNotice, getPhotoLimitMessage, uploadPhotos } from "./usePhotos";

const photo = (id: string, line: string | null = null): Photo => ({
  id,
  line,
  caption: "",
  width: 4,
  height: 3,
});
const photos = (count: number, line: string | null = null) =>
  Array.from({ length: count }, (_, at) => photo(`${line}${at}`, line));
const file = (name: string, type = "image/jpeg") => new File(["x"], name, { type });
const files = (count: number) => Array.from({ length: count }, (_, at) => file(`${at}.jpg`));

/** Adds these files to a draft that has photos; a file called bad can't be read. */
async function taken(chosen: File[], line: string | null, all: Photo[] = []) {
  const due: number[] = [];
  const failures: unknown[] = [];
  let made = 0;
  const out = await uploadPhotos(chosen, line, {
    getPhotos: () => all,
    upload: async ({ name }) => {
      if (name === "broken") throw new Error("There is no room left.");
      made += 1;
      return name.startsWith("bad") ? null : photo(`new-${made}`, line);
    },
    addPhoto: (one) => all.push(one),
    setPendingCount: (count) => due.push(count),
    onError: (error) => failures.push(error),
  });
  return { all, due, failures, text: createSkippedNotice(out, all, line)?.text };
}

it("takes as many as there is room for, and counts the others", async () => {
  const { all, due, text } = await taken(files(30), null);
  expect(all).toHaveLength(12);
  expect(text).toBe("18 photos were left out: a quote has at most 12 as well as those of its lines.");
  expect([due[0], due[11], due.at(-1)]).toEqual([12, 1, 0]);
  expect((await taken(files(3), "a", photos(2, "a"))).text).toBe(
    "1 photo was left out: a line has at most 4.",
  );
  const many = ["a", "b", "c", "d", "e"].flatMap((line) => photos(4, line));
  expect((await taken(files(2), null, many)).text).toBe(
    "2 photos were left out: a quote has at most 20, including those of its lines.",
  );
});

it("says nothing if all were added", async () => {
  const { text, due } = await taken(files(2), null);
  expect([text, due]).toEqual([undefined, [2, 1, 0]]);
});

it("names each file that isn’t a photo once, and gives its place to the next", async () => {
  const chosen = [file("bad.jpg"), file("bad.jpg"), ...files(13), file("plan.txt", "text/plain")];
  const { all, text } = await taken(chosen, null);
  expect(all).toHaveLength(12);
  expect(text).toBe(
    "plan.txt isn’t a photo. bad.jpg can’t be read here. Choose JPEG or PNG photos. " +
      "1 photo was left out: a quote has at most 12 as well as those of its lines.",
  );
  const texts = [file("bad a", "text/plain"), file("bad b", "text/csv"), file("bad c", "text/plain")];
  expect((await taken(texts, null)).text).toBe("bad a, bad b and bad c aren’t photos.");
});

it("continues after one that could not be saved, and stays within the limit across batches", async () => {
  const { all, failures } = await taken([file("broken"), file("1.jpg")], null);
  expect([all.length, failures.length]).toEqual([1, 1]);
  const full = photos(11);
  const both = await Promise.all([taken([file("1.jpg")], null, full), taken([file("2.jpg")], null, full)]);
  expect(full).toHaveLength(12);
  expect(both.map(({ text }) => text)).toEqual([undefined, expect.stringMatching(/^1 photo was left out/)]);
});

it("says why no more can be added, once the limit is reached", () => {
  expect(getPhotoLimitMessage(photos(11), null)).toBeNull();
  expect(getPhotoLimitMessage(photos(12), null)).toBe(
    "A quote has at most 12 photos as well as those of its lines.",
  );
  expect(getPhotoLimitMessage(photos(12), "a")).toBeNull();
  expect(getPhotoLimitMessage(photos(4, "a"), "a")).toBe("A line has at most 4 photos.");
});
