import type { BusinessProfile } from "../api/generated/BusinessProfile";
import type { Totals } from "../api/generated/Totals";
import type { VatFinding } from "../api/generated/VatFinding";
import type { Rules } from "../rules/rules";
import { penceOf } from "../ui/pence";
import type { KindWords } from "./kind";
import type { Customer } from "./types";

/** What a document comes to, and each of its lines, in pence. */
export interface Sums {
  total: number;
  /** What VAT is charged. */
  vat: number;
  line: (index: number) => number;
}

/** What is asked about besides the lines. */
export interface Sent {
  business: Pick<BusinessProfile, "name" | "taxNumber" | AddressPart> | null;
  customer: (Pick<Customer, "name" | "company" | AddressPart> & { address?: string }) | null;
  /** A quote's expiry, an invoice's due date; empty for none. */
  endDate: string;
  /** The document's own date. */
  issueDate: string;
  /** Today in London. */
  today: string;
}

type AddressPart = "address_line1" | "address_line2" | "city" | "post_code";

/** One thing that is asked. */
export interface Concern {
  msg: string;
  /** Where, by the names that the server's findings have: what both find is said once. */
  path?: string;
}

/** The lines that belong to the document, in the order of the totals. */
export type SentLine = { name: string; position: number };

/**
 * What is allowed and yet looks like a slip: the business is asked before its customer reads it. A line may lack
 * a name and a document may come to nothing, so nothing is refused.
 */
export function concerns(
  words: KindWords,
  lines: SentLine[],
  totals: Sums,
  sent: Sent,
  { gbpOfPence, dateLong, hasPassed }: Pick<Rules, "gbpOfPence" | "dateLong" | "hasPassed">,
): Concern[] {
  const found: Concern[] = lines.flatMap(({ name, position }, at) => {
    const total = totals.line(at);
    if (name.trim() !== "" || total === 0) return [];
    const msg = `Line ${position} (${gbpOfPence(total)}) has no name: your customer can’t tell what it’s for.`;
    return [{ msg, path: `lines[${at}].description` }];
  });
  if (totals.total === 0) found.push({ msg: `The ${words.name} comes to ${gbpOfPence(0)}.` });
  const { business, customer, endDate, today } = sent;
  if (business && !hasAddress(business)) {
    found.push({
      msg: `${business.name} has no address: your customer can’t see where you are.`,
      path: "supplier.address",
    });
  }
  if (customer && !hasAddress(customer)) {
    found.push({
      msg: `There is no address for ${customer.name || customer.company || "your customer"}.`,
      path: "customer.address",
    });
  }
  if (hasPassed(endDate, today)) found.push({ msg: words.isOver(dateLong(endDate)) });
  return found;
}

/** What is known of its VAT here, in the way that the server says what it finds. */
export function vatFindings(
  { isDecided }: KindWords,
  { vat }: Sums,
  { business }: Pick<Sent, "business">,
  { gbpOfPence }: Pick<Rules, "gbpOfPence">,
): VatFinding[] {
  if (vat === 0 || !business || business.taxNumber.trim() !== "") return [];
  const msg = `It charges ${gbpOfPence(vat)} of VAT, but ${business.name} has no VAT number: only a VAT-registered business can charge VAT.`;
  return [{ code: "vat_not_registered", refuses: !isDecided, path: "vatTreatment", msg, confirmed: true }];
}

/** What keeps a document from being sent, and which of its sides is missing where one is. */
export interface Refusal {
  msg: string;
  lacks?: "business" | "choice" | "customer";
}

/** Whom a document is from and to. */
interface Addressed {
  contactId: string | null;
  businessProfileId: string | null;
  /** Whether there is a business to choose; null where that is not known, or none is needed. */
  hasBusiness: boolean | null;
  number: string | null | undefined;
}

/** What keeps a document from being sent; null for nothing. The server says the same, once it is asked. */
export function refusal(
  { kind }: KindWords,
  { endDate, issueDate }: Pick<Sent, "endDate" | "issueDate">,
  { contactId, businessProfileId, hasBusiness, number }: Addressed,
  { datesProblem }: Pick<Rules, "datesProblem">,
): Refusal | null {
  if (businessProfileId === null && hasBusiness !== null && !number) {
    return hasBusiness
      ? { msg: "Choose which business this is from before sending.", lacks: "choice" }
      : {
          msg: "Add your business before sending: your customer must see who this is from.",
          lacks: "business",
        };
  }
  // What has its number keeps whom it was issued to, also once that contact is gone.
  if (contactId === null && !number) {
    return { msg: "Choose the customer before sending.", lacks: "customer" };
  }
  const msg = datesProblem(kind, issueDate, endDate);
  return msg ? { msg } : null;
}

function hasAddress(party: Partial<Record<AddressPart | "address", string | null>>): boolean {
  const parts = [party.address, party.address_line1, party.address_line2, party.city, party.post_code];
  return parts.some((part) => part?.trim());
}

/** The sums of stored totals, whose amounts are pounds with two decimals. */
export function sumsOf(totals: Totals): Sums {
  return {
    total: penceOf(totals.totalAmount),
    vat: penceOf(totals.vatAmount),
    line: (index) => penceOf(totals.items[index]?.total ?? "0.00"),
  };
}
