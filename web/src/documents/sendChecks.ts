import type { BusinessProfile } from "../api/generated/BusinessProfile";
import type { Totals } from "../api/generated/Totals";
import type { VatFinding } from "../api/generated/VatFinding";
import type { Rules } from "../rules/rules";
import { parsePence } from "../ui/amounts";
import type { KindInfo } from "./kind";
import type { DocumentCustomer } from "./types";

/** What a document comes to, and each of its lines, in pence. */
export interface TotalsInPence {
  total: number;
  /** What VAT is charged. */
  vat: number;
  line: (index: number) => number;
}

/** What is asked about besides the lines. */
export interface SendCheckInput {
  business: Pick<BusinessProfile, "name" | "taxNumber" | AddressPart> | null;
  customer: (Pick<DocumentCustomer, "name" | "company" | AddressPart> & { address?: string }) | null;
  /** A quote's expiry, an invoice's due date; empty for none. */
  endDate: string;
  /** The document's own date. */
  issueDate: string;
  /** Today in London. */
  today: string;
}

type AddressPart = "address_line1" | "address_line2" | "city" | "post_code";

/** One thing that is asked. */
export interface SendWarning {
  msg: string;
  /** Where, by the names that the server's findings have: what both find is said once. */
  path?: string;
}

/** The lines that belong to the document, in the order of the totals. */
export type SendCheckLine = { name: string; position: number };

/**
 * What is allowed and yet looks like a slip: the business is asked before its customer reads it. A line may lack
 * a name and a document may come to nothing, so nothing is refused.
 */
export function findSendWarnings(
  kindInfo: KindInfo,
  lines: SendCheckLine[],
  totals: TotalsInPence,
  input: SendCheckInput,
  { gbpOfPence, dateLong, hasPassed }: Pick<Rules, "gbpOfPence" | "dateLong" | "hasPassed">,
): SendWarning[] {
  const warnings: SendWarning[] = lines.flatMap(({ name, position }, at) => {
    const total = totals.line(at);
    if (name.trim() !== "" || total === 0) return [];
    const msg = `Line ${position} (${gbpOfPence(total)}) has no name: your customer can’t tell what it’s for.`;
    return [{ msg, path: `lines[${at}].description` }];
  });
  if (totals.total === 0) warnings.push({ msg: `The ${kindInfo.name} comes to ${gbpOfPence(0)}.` });
  const { business, customer, endDate, today } = input;
  if (business && !hasAddress(business)) {
    warnings.push({
      msg: `${business.name} has no address: your customer can’t see where you are.`,
      path: "supplier.address",
    });
  }
  if (customer && !hasAddress(customer)) {
    warnings.push({
      msg: `There is no address for ${customer.name || customer.company || "your customer"}.`,
      path: "customer.address",
    });
  }
  if (hasPassed(endDate, today)) warnings.push({ msg: kindInfo.describeEndDatePassed(dateLong(endDate)) });
  return warnings;
}

/** What is known of its VAT here, in the way that the server says what it finds. */
export function findLocalVatFindings(
  { isAcceptable }: KindInfo,
  { vat }: TotalsInPence,
  { business }: Pick<SendCheckInput, "business">,
  { gbpOfPence }: Pick<Rules, "gbpOfPence">,
): VatFinding[] {
  if (vat === 0 || !business || business.taxNumber.trim() !== "") return [];
  const msg = `It charges ${gbpOfPence(vat)} of VAT, but ${business.name} has no VAT number: only a VAT-registered business can charge VAT.`;
  return [{ code: "vat_not_registered", refuses: !isAcceptable, path: "vatTreatment", msg, confirmed: true }];
}

/** What keeps a document from being sent, and which of its sides is missing where one is. */
export interface SendRefusal {
  msg: string;
  missing?: "business" | "choice" | "customer";
}

/** Whom a document is from and to. */
interface SendParties {
  contactId: string | null;
  businessProfileId: string | null;
  /** Whether there is a business to choose; null where that is not known, or none is needed. */
  hasBusiness: boolean | null;
  number: string | null | undefined;
}

/** What keeps a document from being sent; null for nothing. The server says the same, once it is asked. */
export function findSendRefusal(
  { kind }: KindInfo,
  { endDate, issueDate }: Pick<SendCheckInput, "endDate" | "issueDate">,
  { contactId, businessProfileId, hasBusiness, number }: SendParties,
  { datesProblem }: Pick<Rules, "datesProblem">,
): SendRefusal | null {
  if (businessProfileId === null && hasBusiness !== null && !number) {
    return hasBusiness
      ? { msg: "Choose which business this is from before sending.", missing: "choice" }
      : {
          msg: "Add your business before sending: your customer must see who this is from.",
          missing: "business",
        };
  }
  // What has its number keeps whom it was issued to, also once that contact is gone.
  if (contactId === null && !number) {
    return { msg: "Choose the customer before sending.", missing: "customer" };
  }
  const msg = datesProblem(kind, issueDate, endDate);
  return msg ? { msg } : null;
}

function hasAddress(party: Partial<Record<AddressPart | "address", string | null>>): boolean {
  const parts = [party.address, party.address_line1, party.address_line2, party.city, party.post_code];
  return parts.some((part) => part?.trim());
}

/** The sums of stored totals, whose amounts are pounds with two decimals. */
export function toTotalsInPence(totals: Totals): TotalsInPence {
  return {
    total: parsePence(totals.totalAmount),
    vat: parsePence(totals.vatAmount),
    line: (index) => parsePence(totals.items[index]?.total ?? "0.00"),
  };
}
