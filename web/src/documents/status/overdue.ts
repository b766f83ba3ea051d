import type { Badge } from "../../api/generated/Badge";
import type { DocumentKind } from "../../api/generated/DocumentKind";
import type { Rules } from "../../rules/rules";
import { KINDS } from "../kind";

/** What of a document says whether it is late. */
export interface InvoiceBalance {
  kind: DocumentKind;
  status: string;
  dueDate?: string | null;
  /** Pounds that are left to pay. */
  balanceDue: string;
}

/** Whether an issued invoice has something left to pay on the day `today`. */
export function isOwed(rules: Rules, balance: InvoiceBalance, today: string): boolean {
  return ["outstanding", "overdue"].includes(getBalanceCode(rules, balance, today));
}

/**
 * Whether the last day to pay an invoice has passed with something left to pay. The badge of a partly paid one does
 * not say so: it says the first thing that holds.
 */
export function isOverdue(rules: Rules, balance: InvoiceBalance, today: string): boolean {
  return getBalanceCode(rules, balance, today) === "overdue";
}

/** The code of a badge; one that a device stored before badges had codes is known by its label. */
export const getStatusCode = ({ code, label }: Pick<Badge, "label"> & Partial<Badge>): string =>
  code ?? label.toLowerCase().replace(" ", "_");

/** Core's status of what is left, as though it had been all there was to pay; empty for what is never owed. */
function getBalanceCode(
  rules: Rules,
  { kind, status, dueDate, balanceDue }: InvoiceBalance,
  today: string,
): string {
  if (KINDS[kind].requestedPayment !== "balance") return "";
  return rules.invoiceBadge(status, dueDate ?? "", balanceDue, "0", today).code;
}
