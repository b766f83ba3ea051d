import type { Invoiced } from "../../api/generated/Invoiced";
import { addPence, penceOf, poundsOf } from "../../ui/pence";

/** What a document brings in and what is known to go out of it, in pounds as the API writes them. */
export interface Brought {
  total: string;
  cis: string;
  vat: string;
}

/**
 * The same of the whole job, for its final invoice: that has all lines of the job with what they cost, and its own figures
 * are what earlier invoices left.
 */
export function ofWholeJob({ total, cis, vat }: Brought, invoiced: readonly Invoiced[]): Brought {
  const groups = invoiced.flatMap(({ groups }) => groups);
  const charged = addPence(groups.filter(({ treatment }) => treatment === "taxable").map(({ vat }) => vat));
  const net = addPence(groups.map(({ taxable }) => taxable));
  const deducted = addPence(invoiced.map(({ cisDeduction }) => cisDeduction));
  return {
    total: poundsOf(penceOf(total) + net + charged),
    cis: poundsOf(penceOf(cis) + deducted),
    vat: poundsOf(penceOf(vat) + charged),
  };
}
