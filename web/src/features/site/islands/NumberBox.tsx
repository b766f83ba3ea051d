import { useRef, useState } from "react";
import { isRefusal, loadRules, type Rules } from "../../../rules/rules";
import { cx } from "../../../ui/cx";

/**
 * A small field for a number, large enough for a thumb. `lead` and `unit` are displayed before and after the
 * typed text, which isn't reformatted; `problem` is the id of the message that says why it isn't accepted.
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

/** Core's parser for the fields: null before the rules are loaded. */
export type ReadFigure = Rules["parseNumber"] | null;

/**
 * The number in a field; an empty field counts as zero. Null where the text isn't a number, is a percentage,
 * or the rules aren't loaded yet.
 */
export const parseFigure = (typed: string, read: ReadFigure): string | null =>
  typed.includes("%") ? null : (read?.(typed) ?? null);

/** What a field accepts, and the texts for it. */
export interface BoxLimits {
  /** The start of the message. */
  name: string;
  most: number;
  /** Such as '£0 to £1,000'. */
  range: string;
  /** Such as '27.50'. */
  example: string;
}

/** Why the calculator doesn't accept a field's text; null where it does, or the rules aren't loaded yet. */
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

/** The result of a calculation, or why there is none. */
interface Calculation<T> {
  value: T;
  problem: string | null;
  /** Core's parser for the fields; null before the rules were first used. */
  read: ReadFigure;
}

const NOT_LOADED = "The figures could not be loaded. Please check your signal and try again.";

/**
 * Results by the product's own rules, which load when something is first changed. Until then the result is
 * `initialValue`, which a test compares with the same rules. Invalid input, for which `calculate` returns
 * null, changes nothing.
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
        setCalculation((now) => ({ ...now, read: rules.parseNumber }));
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
