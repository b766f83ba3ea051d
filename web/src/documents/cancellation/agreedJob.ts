import type { AgreedAt } from "../../api/generated/AgreedAt";
import type { Agreement } from "../../api/generated/Agreement";
import type { BuysAs } from "../../api/generated/BuysAs";
import type { Treatment } from "../../api/generated/Treatment";
import type { AgreedJob } from "../../rules/advice";

/** An agreement without any answers. */
export const EMPTY_AGREEMENT: Agreement = {
  customer: null,
  place: null,
  urgent: null,
  newBuild: null,
  supplies: null,
  workTime: null,
};

/** The fields of a contact that matter here. */
interface KnownContact {
  customer_type: "" | BuysAs;
  company: string;
  vat_number: string;
  vat_registered: "" | "yes" | "no";
  cis_contractor: boolean;
}

/** The VAT treatments of a document and its lines. */
interface DocumentTreatments {
  vatTreatment: Treatment;
  items: readonly { vat: { treatment: Treatment } | null }[];
}

/** The distinct VAT treatments of a document, its own first. */
export const listTreatments = ({ vatTreatment, items }: DocumentTreatments): Treatment[] => [
  ...new Set([vatTreatment, ...items.flatMap(({ vat }) => (vat ? [vat.treatment] : []))]),
];

/** The quantity and price of each line, alternating; core uses them to distinguish goods from labour. */
export const listPrices = (
  items: readonly { quantity: string | number | null; price: string | number | null }[],
): string[] => items.flatMap(({ quantity, price }) => [String(quantity ?? ""), String(price ?? "")]);

/** What core needs to decide whether the customer of a job may cancel it; `total` is in pounds. */
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

/** The agreement with one answer changed; null if no answer is left. */
export function applyAnswer(agreement: Agreement | null, change: Partial<Agreement>): Agreement | null {
  const next = { ...EMPTY_AGREEMENT, ...agreement, ...change };
  return Object.values(next).every((value) => value === null) ? null : next;
}
