import type { Rules } from "../../rules/rules";

/** What the server put into the page: the total that the invoice asks for, and what it is worked out from. */
export interface InvoiceCheckData {
  total: string;
  figures: object;
}

/** Null in a page without an invoice, and where its total cannot be worked out by the rules of today. */
export function readInvoiceData(page: Document): InvoiceCheckData | null {
  const data = page.getElementById("check-data")?.textContent;
  return data ? (JSON.parse(data) as InvoiceCheckData) : null;
}

/** What this device makes of them. */
export interface RecalculationResult {
  isSame: boolean;
  message: string;
}

/** The total by core's rules, beside the one that the invoice asks for. Figures that the rules refuse come to none. */
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
