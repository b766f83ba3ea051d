import { useRef, useState } from "react";
import { isRefusal, loadRules, type Rules } from "../../../rules/rules";
import { cx } from "../../../ui/cx";

/**
 * A small box for one figure, wide enough for a thumb. `lead` and `unit` stand before and behind what is typed, which
 * stays as it is; `problem` is the id of the sentence that says why it cannot be taken.
 */
export function NumberBox({
  label,
  value,
  onChange,
  lead,
  unit,
  wide = false,
  problem,
}: {
  label: string;
  value: string;
  onChange: (typed: string) => void;
  lead?: string;
  unit?: string;
  wide?: boolean;
  problem?: string;
}) {
  return (
    <label className="inline-flex items-center gap-1.5 text-quiet">
      <span className="sr-only">{label}</span>
      {lead}
      <input
        inputMode="decimal"
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem}
        onFocus={(event) => event.target.select()}
        className={cx(
          "h-11 rounded-md border border-line-strong/60 bg-paper px-2 text-center text-ink tabular-nums hover:border-line-strong focus-visible:border-ink aria-invalid:border-bad",
          wide ? "w-24 text-lg" : "w-14",
        )}
      />
      {unit}
    </label>
  );
}

/** Core's reading of what a box holds: null before it is there. */
export type ReadFigure = Rules["readFigure"] | null;

/** The figure that a box holds: nothing typed is nothing. Null where it is no number, a share of one, or nobody can say yet. */
export const parseFigure = (typed: string, read: ReadFigure): string | null =>
  typed.includes("%") ? null : (read?.(typed) ?? null);

/** What a box takes, and how that is said. */
export interface BoxLimits {
  /** Begins the sentence. */
  name: string;
  most: number;
  /** '£0 to £1,000'. */
  range: string;
  /** '27.50'. */
  example: string;
}

/** Why the calculator cannot take what a box holds; null where it can, or nobody can say yet. */
export function describeFigureProblem(
  typed: string,
  read: ReadFigure,
  { name, most, range, example }: BoxLimits,
): string | null {
  if (read === null) return null;
  const figure = parseFigure(typed, read);
  if (figure === null) return `${name} must be a number, such as ${example}.`;
  if (Number(figure) < 0 || Number(figure) > most) return `${name} must be from ${range}.`;
  return /\.\d{3}/.test(figure) ? `${name} can have at most 2 decimals.` : null;
}

/** What is worked out, or why it cannot be. */
interface Calculation<T> {
  value: T;
  problem: string | null;
  /** Core's reading of what a box holds; null before the rules were first asked. */
  read: ReadFigure;
}

const NOT_LOADED = "The figures could not be loaded. Please check your signal and try again.";

/**
 * Figures by the product's own rules, which load when something is first changed. Until then `initialValue` stands, which a
 * test holds against the same rules. What is no figure, of which `calculate` makes null, changes nothing.
 */
export function useCalculation<T>(
  initialValue: T,
): [Calculation<T>, (calculate: (rules: Rules) => T | null) => void] {
  const [calculation, setCalculation] = useState<Calculation<T>>({
    value: initialValue,
    problem: null,
    read: null,
  });
  const latestRequest = useRef(0);
  const runCalculation = (calculate: (rules: Rules) => T | null) => {
    latestRequest.current += 1;
    const requestNumber = latestRequest.current;
    loadRules()
      .then((rules) => {
        setCalculation((now) => ({ ...now, read: rules.readFigure }));
        return calculate(rules);
      })
      .then(
        (value) =>
          requestNumber === latestRequest.current &&
          setCalculation((now) => ({ ...now, value: value ?? now.value, problem: null })),
        (error: unknown) =>
          requestNumber === latestRequest.current &&
          setCalculation((now) => ({
            ...now,
            problem: isRefusal(error) ? (error.errors?.[0]?.msg ?? error.message) : NOT_LOADED,
          })),
      );
  };
  return [calculation, runCalculation];
}
