import { expect, test } from "vitest";
import { findContentArea } from "./crop-picture";

/** Makes a picture from letters, each of which has its own colour. */
function picture(rows: string[], colours: Record<string, [number, number, number, number]>) {
  const [first = ""] = rows;
  const pixels = rows.flatMap((row) => [...row].flatMap((letter) => colours[letter] ?? [0, 0, 0, 0]));
  return findContentArea(new Uint8ClampedArray(pixels), first.length, rows.length);
}

const COLOURS: Record<string, [number, number, number, number]> = {
  w: [255, 255, 255, 255],
  // White after lossy compression.
  v: [248, 250, 252, 255],
  n: [20, 33, 61, 255],
  t: [0, 0, 0, 0],
  // Just as transparent, in another colour.
  u: [255, 255, 255, 2],
};

test("crops white and transparent margins around a logo", () => {
  expect(picture(["wwww", "wnvw", "wwnw", "vwww"], COLOURS)).toEqual({ x: 1, y: 1, width: 2, height: 2 });
  expect(picture(["tttt", "tunu", "tttt"], COLOURS)).toEqual({ x: 2, y: 1, width: 1, height: 1 });
});

test("does not crop a picture without a margin, or one that is all margin", () => {
  expect(picture(["nw", "wn"], COLOURS)).toBeNull();
  expect(picture(["ww", "wv"], COLOURS)).toBeNull();
});

test("does not crop a white logo on a transparent background", () => {
  expect(picture(["ttt", "twt", "ttt"], COLOURS)).toEqual({ x: 1, y: 1, width: 1, height: 1 });
});
