import type { AgreedAt } from "../../api/generated/AgreedAt";
import type { Agreement } from "../../api/generated/Agreement";
import type { BuysAs } from "../../api/generated/BuysAs";
import type { CancellationSituation } from "../../api/generated/CancellationSituation";
import type { Treatment } from "../../api/generated/Treatment";

/** Nothing was said of the job. */
export const NOT_SAID: Agreement = { customer: null, place: null, urgent: null, newBuild: null };

/** What is known of a contact that matters here. */
interface KnownContact {
  customer_type: "" | BuysAs;
  company: string;
  vat_number: string;
  vat_registered: "" | "yes" | "no";
  cis_contractor: boolean;
}

/** What of a document says that only a business can be its customer: as core's `Document::is_for_the_trade`. */
interface Taxed {
  cisRate: string | null;
  vatTreatment: Treatment;
  items: readonly { vat: { treatment: Treatment } | null }[];
}

/** CIS is between contractors and subcontractors, and the reverse charge needs a customer registered for VAT. */
export const isForTheTrade = ({ cisRate, vatTreatment, items }: Taxed): boolean =>
  Boolean(cisRate) ||
  vatTreatment === "reverseCharge" ||
  items.some(({ vat }) => vat?.treatment === "reverseCharge");

/** What core decides by whether the customer of a job may cancel it; `total` is in pounds. */
export function situationOf(
  agreement: Agreement | null,
  contact: KnownContact | null | undefined,
  profile: { agreedAt: string } | null | undefined,
  { total, forTheTrade }: { total: string; forTheTrade: boolean },
): CancellationSituation {
  return {
    agreement: agreement ?? NOT_SAID,
    said: contact?.customer_type || null,
    company: contact?.company ?? "",
    vatNumber: contact?.vat_number ?? "",
    inTrade: forTheTrade || contact?.cis_contractor === true || contact?.vat_registered === "yes",
    usual: (profile?.agreedAt || null) as AgreedAt | null,
    total,
  };
}

/** What was said, with one more answer; null where nothing is left of it. */
export function withAnswer(agreement: Agreement | null, answer: Partial<Agreement>): Agreement | null {
  const next = { ...NOT_SAID, ...agreement, ...answer };
  return Object.values(next).every((value) => value === null) ? null : next;
}
