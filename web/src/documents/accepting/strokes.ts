import type { Signature } from "../../api/generated/Signature";

/** The sheet that every signature is drawn on, whatever the screen. */
export const PAD_SIZE = { width: 600, height: 200 };

/** What the server takes: a hand draws less, and a page gone wild is cut off. */
const MAX_STROKES = 200;
const MAX_NUMBERS = 8_000;

/** A point closer than this to the one before adds nothing that an eye would see. */
const MIN_STEP = 3;

/** Where a pointer is on the sheet, given where the pad is on the screen. */
export function toPadPoint(at: { clientX: number; clientY: number }, pad: DOMRect): [x: number, y: number] {
  const x = ((at.clientX - pad.left) / pad.width) * PAD_SIZE.width;
  const y = ((at.clientY - pad.top) / pad.height) * PAD_SIZE.height;
  return [clamp(x, PAD_SIZE.width), clamp(y, PAD_SIZE.height)];
}

function clamp(value: number, size: number): number {
  return Math.min(size, Math.max(0, Math.round(value)));
}

/** The strokes with one begun here. */
export function beginStroke(strokes: number[][], [x, y]: [number, number]): number[][] {
  // A dot on an i is a stroke that goes nowhere: it is drawn as a line to itself.
  return strokes.length < MAX_STROKES ? [...strokes, [x, y, x, y]] : strokes;
}

/** The strokes with the last one drawn on to here. */
export function extendStroke(strokes: number[][], [x, y]: [number, number]): number[][] {
  const last = strokes.at(-1);
  if (!last || countNumbers(strokes) >= MAX_NUMBERS) return strokes;
  const [fromX = 0, fromY = 0] = last.slice(-2);
  if (Math.hypot(x - fromX, y - fromY) < MIN_STEP) return strokes;
  return [...strokes.slice(0, -1), [...last, x, y]];
}

function countNumbers(strokes: number[][]): number {
  return strokes.reduce((sum, stroke) => sum + stroke.length, 0);
}

/** What is sent: nothing where nothing was drawn. */
export function toSignature(strokes: number[][]): Signature | undefined {
  return strokes.length > 0 ? { ...PAD_SIZE, strokes } : undefined;
}
