import { type PointerEvent, useId, useRef } from "react";
import type { Signature } from "../../api/generated/Signature";
import { Button } from "../../ui/Button";

/** The coordinate system of every signature, whatever the size of the screen. */
export const PAD_SIZE = { width: 600, height: 200 };

/** The server's limits: a real signature is far below them, and anything beyond is cut off. */
const MAX_STROKES = 200;
const MAX_NUMBERS = 8_000;

/** A point closer than this to the previous one makes no visible difference. */
const MIN_STEP = 3;

/** The position of a pointer in the pad's coordinates, given the pad's position on the screen. */
export function toPadPoint(at: { clientX: number; clientY: number }, pad: DOMRect): [x: number, y: number] {
  const x = ((at.clientX - pad.left) / pad.width) * PAD_SIZE.width;
  const y = ((at.clientY - pad.top) / pad.height) * PAD_SIZE.height;
  return [clamp(x, PAD_SIZE.width), clamp(y, PAD_SIZE.height)];
}

function clamp(value: number, size: number): number {
  return Math.min(size, Math.max(0, Math.round(value)));
}

/** The strokes with a new one that starts here. */
export function beginStroke(strokes: number[][], [x, y]: [number, number]): number[][] {
  // The dot of an i is a stroke without movement, drawn as a line to itself.
  return strokes.length < MAX_STROKES ? [...strokes, [x, y, x, y]] : strokes;
}

/** The strokes with the last one extended to here. */
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

/** The signature to send; undefined if nothing was drawn. */
export function toSignature(strokes: number[][]): Signature | undefined {
  return strokes.length > 0 ? { ...PAD_SIZE, strokes } : undefined;
}

/** A pad for signing with a finger, pen or mouse. */
export function SignaturePad({
  strokes,
  onStrokesChange,
  isRequired = false,
  isOutdated = false,
  error,
}: {
  strokes: number[][];
  onStrokesChange: (strokes: number[][]) => void;
  /** Whether a signature is required. */
  isRequired?: boolean;
  /** The existing signature was drawn under a version that is no longer current. */
  isOutdated?: boolean;
  /** The error, shown below the pad. */
  error?: string;
}) {
  const id = useId();
  const drawing = useRef(false);
  const current = useRef(strokes);
  const change = (next: number[][]) => {
    // Several moves may arrive before the next render.
    current.current = next;
    onStrokesChange(next);
  };
  const begin = (event: PointerEvent<SVGSVGElement>) => {
    if (!event.isPrimary || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drawing.current = true;
    change(beginStroke(current.current, toPadPoint(event, event.currentTarget.getBoundingClientRect())));
  };
  const move = (event: PointerEvent<SVGSVGElement>) => {
    if (!drawing.current || !event.isPrimary) return;
    const pad = event.currentTarget.getBoundingClientRect();
    // If the browser combines moves, each of them is part of the line.
    const moves = event.nativeEvent.getCoalescedEvents?.() ?? [];
    change(
      (moves.length > 0 ? moves : [event]).reduce(
        (at, one) => extendStroke(at, toPadPoint(one, pad)),
        current.current,
      ),
    );
  };
  const end = () => {
    drawing.current = false;
  };
  return (
    <div>
      <div className="flex items-center justify-between">
        <p className="font-medium text-ink text-sm">
          Signature {!isRequired && <span className="font-normal text-quiet">(optional)</span>}
        </p>
        <Button variant="quiet" disabled={strokes.length === 0} onClick={() => change([])} className="-mr-3">
          Clear
        </Button>
      </div>
      <svg
        role="img"
        aria-label={
          strokes.length > 0
            ? "Your signature"
            : isOutdated
              ? "Sign here again: the quote has changed"
              : "Sign here with your finger or the mouse"
        }
        aria-describedby={error ? id : undefined}
        viewBox={`0 0 ${PAD_SIZE.width} ${PAD_SIZE.height}`}
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
        className="block w-full cursor-crosshair touch-none select-none rounded-md border border-line-strong/60 bg-canvas text-ink"
      >
        <path d="M40 150H560" className="stroke-line-strong/60" strokeWidth="2" />
        {strokes.length === 0 && (
          <text x="300" y="110" textAnchor="middle" fontSize="26" className="fill-quiet">
            {isOutdated ? "Sign again: the quote has changed" : "Sign here"}
          </text>
        )}
        {strokes.map((stroke, index) => (
          <polyline
            // biome-ignore lint/suspicious/noArrayIndexKey: strokes have no other identity and never move
            key={index}
            points={stroke.join(" ")}
            fill="none"
            stroke="currentColor"
            strokeWidth="5"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        ))}
      </svg>
      {error && (
        <p id={id} className="mt-1.5 text-bad text-sm">
          {error}
        </p>
      )}
    </div>
  );
}
