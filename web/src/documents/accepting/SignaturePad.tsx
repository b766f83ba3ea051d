import { type PointerEvent, useId, useRef } from "react";
import { Button } from "../../ui/Button";
import { beginStroke, extendStroke, PAD_SIZE, toPadPoint } from "./strokes";

/** A place to sign by finger, pen or mouse. */
export function SignaturePad({
  strokes,
  onStrokesChange,
  isRequired = false,
  isOutdated = false,
  error,
}: {
  strokes: number[][];
  onStrokesChange: (strokes: number[][]) => void;
  /** Whether it must be signed. */
  isRequired?: boolean;
  /** What was drawn here before was drawn under a version that is no more. */
  isOutdated?: boolean;
  /** What is wrong with it, said below. */
  error?: string;
}) {
  const id = useId();
  const drawing = useRef(false);
  const current = useRef(strokes);
  const change = (next: number[][]) => {
    // Several moves may come before the next drawing.
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
    // Where the browser bundles moves, each is part of the line.
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
            // biome-ignore lint/suspicious/noArrayIndexKey: strokes have no other identity and keep their order
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
