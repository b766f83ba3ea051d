import { describe, expect, it } from "vitest";
import { beginStroke, extendStroke, PAD_SIZE, toPadPoint, toSignature } from "./SignaturePad";

const pad = { left: 10, top: 20, width: 300, height: 100 } as DOMRect;

describe("a signature", () => {
  it("is drawn on a pad of fixed size, whatever the screen's size", () => {
    expect(toPadPoint({ clientX: 160, clientY: 70 }, pad)).toEqual([300, 100]);
    expect(toPadPoint({ clientX: 400, clientY: -5 }, pad)).toEqual([PAD_SIZE.width, 0]);
  });

  it("has whole numbers, and only movements that can be seen", () => {
    let strokes = beginStroke([], [10, 10]);
    strokes = extendStroke(strokes, [11, 11]);
    strokes = extendStroke(strokes, [20, 10]);
    expect(strokes).toEqual([[10, 10, 10, 10, 20, 10]]);
  });

  it("stops growing at the server's limit", () => {
    let strokes: number[][] = [];
    for (let at = 0; at < 300; at++) strokes = beginStroke(strokes, [at, 0]);
    expect(strokes).toHaveLength(200);
    for (let at = 0; at < 5_000; at++) strokes = extendStroke(strokes, [(at % 2) * 100, at % 200]);
    expect(strokes.flat().length).toBeLessThanOrEqual(8_001);
  });

  it("is undefined if nothing was drawn", () => {
    expect(toSignature([])).toBeUndefined();
    expect(toSignature([[1, 2, 1, 2]])).toEqual({ ...PAD_SIZE, strokes: [[1, 2, 1, 2]] });
  });
});
