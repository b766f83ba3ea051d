import { useRef, useState } from "react";
import { isRefusal, loadRules, type Rules } from "../../../rules/rules";

/** What is worked out, or why it cannot be. */
interface Worked<T> {
  value: T;
  problem: string | null;
}

const NOT_LOADED = "The sums could not be loaded. Please check your signal and try again.";

/**
 * Figures by the product's own rules, which load when something is first changed. Until then `first` stands, which a
 * test holds against the same rules. What is no figure changes nothing but says so.
 */
export function useFigures<T>(first: T): [Worked<T>, (work: (rules: Rules) => T) => void] {
  const [worked, setWorked] = useState<Worked<T>>({ value: first, problem: null });
  const asked = useRef(0);
  const workOut = (work: (rules: Rules) => T) => {
    asked.current += 1;
    const mine = asked.current;
    loadRules()
      .then(work)
      .then(
        (value) => mine === asked.current && setWorked({ value, problem: null }),
        (error: unknown) =>
          mine === asked.current &&
          setWorked(({ value }) => ({
            value,
            problem: isRefusal(error) ? (error.errors?.[0]?.msg ?? error.message) : NOT_LOADED,
          })),
      );
  };
  return [worked, workOut];
}
