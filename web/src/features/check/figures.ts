import type { Rules } from "../../rules/rules";

/** What the server put into the page: the total that the invoice asks for, and what it is worked out from. */
export interface Told {
  total: string;
  figures: object;
}

/** Null in a page without an invoice, and where its total cannot be worked out by the rules of today. */
export function figuresIn(page: Document): Told | null {
  const data = page.getElementById("check-data")?.textContent;
  return data ? (JSON.parse(data) as Told) : null;
}

/** What this device makes of them. */
export interface Reckoned {
  isSame: boolean;
  words: string;
}

/** The total by core's rules, beside the one that the invoice asks for. Figures that the rules refuse come to none. */
export function reckon(rules: Pick<Rules, "calculate" | "gbp">, { total, figures }: Told): Reckoned {
  let here: string;
  try {
    here = rules.calculate(figures).totalAmount;
  } catch {
    return {
      isSame: false,
      words: `The figures of this invoice cannot be worked out on this device. ${STOP}`,
    };
  }
  const amount = rules.gbp(here);
  return here === total
    ? { isSame: true, words: `Recalculated on this device: ${amount} — the same as the invoice.` }
    : {
        isSame: false,
        words: `Recalculated on this device: ${amount}. The invoice says ${rules.gbp(total)}. ${STOP}`,
      };
}

const STOP = "Do not pay. Call the business on a number you know.";
