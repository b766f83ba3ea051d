import type { Badge } from "../../api/generated/Badge";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { Rules } from "../../rules/rules";
import { KINDS } from "../kind";

/** The data that decides whether a document is overdue. */
export interface InvoiceBalance {
  kind: DocumentKind;
  status: string;
  dueDate?: string | null;
  /** The balance in pounds. */
  balanceDue: string;
}

/** Whether an issued invoice has a balance to pay on the day `today`. */
export function isOwed(rules: Rules, balance: InvoiceBalance, today: string): boolean {
  return ["outstanding", "overdue"].includes(getBalanceCode(rules, balance, today));
}

/**
 * Whether an invoice is past its due date with a balance to pay. The badge of a partially paid invoice
 * doesn't show that, because it displays the first status that applies.
 */
export function isOverdue(rules: Rules, balance: InvoiceBalance, today: string): boolean {
  return getBalanceCode(rules, balance, today) === "overdue";
}

/** The code of a badge; if it was cached before badges had codes, derived from its label. */
export const getStatusCode = ({ code, label }: Pick<Badge, "label"> & Partial<Badge>): string =>
  code ?? label.toLowerCase().replace(" ", "_");

/** Core's status of the balance, as if it were the whole amount; empty if nothing is ever owed. */
function getBalanceCode(
  rules: Rules,
  { kind, status, dueDate, balanceDue }: InvoiceBalance,
  today: string,
): string {
  if (KINDS[kind].requestedPayment !== "balance") return "";
  return rules.invoiceBadge(status, dueDate ?? "", balanceDue, "0", today).code;
}
