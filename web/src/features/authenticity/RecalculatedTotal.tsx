import { useEffect, useState } from "react";
import { loadRules, type Rules } from "../../rules/rules";

/** What the server put into the page: the invoice's total, and the input from which to recalculate it. */
export interface InvoiceCheckData {
  total: string;
  figures: object;
}

/** Null in a page without an invoice, and where its total can't be recalculated by today's rules. */
export function readInvoiceData(page: Document): InvoiceCheckData | null {
  const data = page.getElementById("check-data")?.textContent;
  return data ? (JSON.parse(data) as InvoiceCheckData) : null;
}

/** The result of this device's recalculation. */
export interface RecalculationResult {
  isSame: boolean;
  message: string;
}

/**
 * Compares the total by core's rules with the invoice's total. Input that the rules refuse gives no total.
 */
export function recalculate(
  rules: Pick<Rules, "calculate" | "gbp">,
  { total, figures }: InvoiceCheckData,
): RecalculationResult {
  let recalculatedTotal: string;
  try {
    recalculatedTotal = rules.calculate(figures).totalAmount;
  } catch {
    return {
      isSame: false,
      message: `The figures of this invoice cannot be worked out on this device. ${WARNING}`,
    };
  }
  const amount = rules.gbp(recalculatedTotal);
  return recalculatedTotal === total
    ? { isSame: true, message: `Recalculated on this device: ${amount} — the same as the invoice.` }
    : {
        isSame: false,
        message: `Recalculated on this device: ${amount}. The invoice says ${rules.gbp(total)}. ${WARNING}`,
      };
}

const WARNING = "Do not pay. Call the business on a number you know.";

/** Recalculates the invoice's total on this device, by the same rules as the server. */
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
