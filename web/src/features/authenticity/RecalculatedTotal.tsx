import { useEffect, useState } from "react";
import { loadRules } from "../../rules/rules";
import { type InvoiceCheckData, type RecalculationResult, recalculate } from "./figures";

/** What this device makes of the invoice's figures, by the same rules as the server. */
export function RecalculatedTotal({ invoice }: { invoice: InvoiceCheckData }) {
  const [result, setResult] = useState<RecalculationResult | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    let isMounted = true;
    loadRules().then(
      (rules) => isMounted && setResult(recalculate(rules, invoice)),
      (error: unknown) => {
        console.warn("The rules could not be loaded.", error);
        if (isMounted) setHasFailed(true);
      },
    );
    return () => {
      isMounted = false;
    };
  }, [invoice]);
  if (hasFailed) {
    return (
      <p role="status" className="mt-3 text-quiet text-sm">
        The total could not be worked out on this device. Load the page again to try once more.
      </p>
    );
  }
  if (!result) {
    return (
      <p role="status" className="mt-3 text-quiet text-sm">
        Working the total out on this device…
      </p>
    );
  }
  return (
    <p
      role={result.isSame ? "status" : "alert"}
      className={result.isSame ? "mt-3 font-medium text-ok" : "mt-3 font-semibold text-bad"}
    >
      {result.message}
    </p>
  );
}
