import { useEffect, useState } from "react";
import { loadRules } from "../../rules/rules";
import { type Reckoned, reckon, type Told } from "./figures";

/** What this device makes of the invoice's figures, by the same rules as the server. */
export function Recalculated({ told }: { told: Told }) {
  const [reckoned, setReckoned] = useState<Reckoned | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    let isHere = true;
    loadRules().then(
      (rules) => isHere && setReckoned(reckon(rules, told)),
      (error: unknown) => {
        console.warn("The rules could not be loaded.", error);
        if (isHere) setHasFailed(true);
      },
    );
    return () => {
      isHere = false;
    };
  }, [told]);
  if (hasFailed) {
    return (
      <p role="status" className="mt-3 text-quiet text-sm">
        The total could not be worked out on this device. Load the page again to try once more.
      </p>
    );
  }
  if (!reckoned) {
    return (
      <p role="status" className="mt-3 text-quiet text-sm">
        Working the total out on this device…
      </p>
    );
  }
  return (
    <p
      role={reckoned.isSame ? "status" : "alert"}
      className={reckoned.isSame ? "mt-3 font-medium text-ok" : "mt-3 font-semibold text-bad"}
    >
      {reckoned.words}
    </p>
  );
}
