import type { AgreedAt } from "../../api/generated/AgreedAt";
import type { Agreement } from "../../api/generated/Agreement";
import type { BuysAs } from "../../api/generated/BuysAs";
import type { Treatment } from "../../api/generated/Treatment";
import type { AgreedJob } from "../../rules/advice";

/** Nothing was said of the job. */
export const EMPTY_AGREEMENT: Agreement = {
  customer: null,
  place: null,
  urgent: null,
  newBuild: null,
  supplies: null,
  workTime: null,
};

/** What is known of a contact that matters here. */
interface KnownContact {
  customer_type: "" | BuysAs;
  company: string;
  vat_number: string;
  vat_registered: "" | "yes" | "no";
  cis_contractor: boolean;
}

/** How a document and its lines stand to VAT. */
interface DocumentTreatments {
  vatTreatment: Treatment;
  items: readonly { vat: { treatment: Treatment } | null }[];
}

/** Every VAT treatment on a document, its own first, each once. */
export const listTreatments = ({ vatTreatment, items }: DocumentTreatments): Treatment[] => [
  ...new Set([vatTreatment, ...items.flatMap(({ vat }) => (vat ? [vat.treatment] : []))]),
];

/** What core tells goods from labour by: the quantity and the price of each line, one after the other. */
export const listPrices = (
  items: readonly { quantity: string | number | null; price: string | number | null }[],
): string[] => items.flatMap(({ quantity, price }) => [String(quantity ?? ""), String(price ?? "")]);

/** What core decides by whether the customer of a job may cancel it; `total` is in pounds. */
export function buildAgreedJob(
  agreement: Agreement | null,
  contact: KnownContact | null | undefined,
  profile: { agreedAt: string } | null | undefined,
  { total, forTheTrade, prices }: { total: string; forTheTrade: boolean; prices: readonly string[] },
): AgreedJob {
  return {
    agreement: agreement ?? EMPTY_AGREEMENT,
    said: contact?.customer_type || null,
    company: contact?.company ?? "",
    vatNumber: contact?.vat_number ?? "",
    inTrade: forTheTrade || contact?.cis_contractor === true || contact?.vat_registered === "yes",
    usual: (profile?.agreedAt || null) as AgreedAt | null,
    total,
    prices,
  };
}

/** What was said, with one more answer; null where nothing is left of it. */
export function applyAnswer(agreement: Agreement | null, change: Partial<Agreement>): Agreement | null {
  const next = { ...EMPTY_AGREEMENT, ...agreement, ...change };
  return Object.values(next).every((value) => value === null) ? null : next;
}
