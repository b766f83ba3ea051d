import { useRef, useState } from "react";
import { isRefusal, loadRules, type Rules } from "../../../rules/rules";
import type { ReadFigure } from "./figure";

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
