import type { BusinessProfile } from "../api/generated/BusinessProfile";
import type { Totals } from "../api/generated/Totals";
import type { VatFinding } from "../api/generated/VatFinding";
import type { Rules } from "../rules/rules";
import { parsePence } from "../ui/amounts";
import type { KindInfo } from "./kind";
import type { DocumentCustomer } from "./types";

/** The totals of a document and its lines, in pence. */
export interface TotalsInPence {
  total: number;
  /** The VAT charged. */
  vat: number;
  line: (index: number) => number;
}

/** The other data that the warnings depend on. */
export interface SendCheckInput {
  business: Pick<BusinessProfile, "name" | "taxNumber" | AddressPart> | null;
  customer: (Pick<DocumentCustomer, "name" | "company" | AddressPart> & { address?: string }) | null;
  /** A quote's expiry date or an invoice's due date; empty if there is none. */
  endDate: string;
  /** The document's issue date. */
  issueDate: string;
  /** Today's UK date. */
  today: string;
}

type AddressPart = "address_line1" | "address_line2" | "city" | "post_code";

/** One warning. */
export interface SendWarning {
  msg: string;
  /** The field, named as in the server's findings, so that the same problem isn't displayed twice. */
  path?: string;
  /** Who has no address, if it is about that. An address may be missing, so this alone asks nothing. */
  addressOf?: string;
}

/** The lines of the document, in the order of its totals. */
export type SendCheckLine = { name: string; position: number };

/**
 * Things that are allowed but look like mistakes: the business must confirm them before the customer sees the
 * document. A line may lack a name and a total may be zero, so nothing is refused.
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
      addressOf: business.name,
    });
  }
  if (customer && !hasAddress(customer)) {
    const name = customer.name || customer.company || "your customer";
    warnings.push({
      msg: describeMissingAddress([name]),
      path: "customer.address",
      addressOf: name,
    });
  }
  if (hasPassed(endDate, today)) warnings.push({ msg: kindInfo.describeEndDatePassed(dateLong(endDate)) });
  return warnings;
}

/** `There is no postal address for Pipe & Sons or Margaret Holroyd.` */
export const describeMissingAddress = (names: readonly string[]): string =>
  `There is no postal address for ${names.join(" or ")}.`;

/** The VAT findings that are known here, in the server's format. */
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

/** Why a document can't be sent, and which party is missing, if one is. */
export interface SendRefusal {
  msg: string;
  missing?: "business" | "choice" | "customer";
}

/** The customer and business of a document. */
interface SendParties {
  contactId: string | null;
  businessProfileId: string | null;
  /** Whether there is a business profile to choose; null if that isn't known or none is needed. */
  hasBusiness: boolean | null;
  number: string | null | undefined;
}

/** Why a document can't be sent; null if it can. The server checks the same. */
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
  // A numbered document has its own copy of the customer, even after the contact was deleted.
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

/** Converts stored totals, whose amounts are pounds with two decimals. */
export function toTotalsInPence(totals: Totals): TotalsInPence {
  return {
    total: parsePence(totals.totalAmount),
    vat: parsePence(totals.vatAmount),
    line: (index) => parsePence(totals.items[index]?.total ?? "0.00"),
  };
}
