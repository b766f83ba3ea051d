import { useRef, useState } from "react";
import { isRefusal, loadRules, type Rules } from "../../../rules/rules";
import type { Read } from "./figure";

/** What is worked out, or why it cannot be. */
interface Worked<T> {
  value: T;
  problem: string | null;
  /** Core's reading of what a box holds; null before the rules were first asked. */
  read: Read;
}

const NOT_LOADED = "The figures could not be loaded. Please check your signal and try again.";

/**
 * Figures by the product's own rules, which load when something is first changed. Until then `first` stands, which a
 * test holds against the same rules. What is no figure, of which `work` makes null, changes nothing.
 */
export function useFigures<T>(first: T): [Worked<T>, (work: (rules: Rules) => T | null) => void] {
  const [worked, setWorked] = useState<Worked<T>>({ value: first, problem: null, read: null });
  const asked = useRef(0);
  const workOut = (work: (rules: Rules) => T | null) => {
    asked.current += 1;
    const mine = asked.current;
    loadRules()
      .then((rules) => {
        setWorked((now) => ({ ...now, read: rules.readFigure }));
        return work(rules);
      })
      .then(
        (value) =>
          mine === asked.current &&
          setWorked((now) => ({ ...now, value: value ?? now.value, problem: null })),
        (error: unknown) =>
          mine === asked.current &&
          setWorked((now) => ({
            ...now,
            problem: isRefusal(error) ? (error.errors?.[0]?.msg ?? error.message) : NOT_LOADED,
          })),
      );
  };
  return [worked, workOut];
}
