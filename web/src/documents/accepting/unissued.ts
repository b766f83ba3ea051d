import type { QueryClient } from "@tanstack/react-query";
import { listTrueKeys } from "../../api/all-fields";
import type { Presentation } from "../../api/generated/Presentation";
import type { PublicPage } from "../../api/generated/PublicPage";
import type { QuoteInput } from "../../api/generated/QuoteInput";
import { todayInLondon } from "../../rules/calendar";
import type { Rules } from "../../rules/rules";
import { presentCancellation } from "../cancellation/presentCancellation";
import { presentOwnDocument } from "../present";
import type { StoredDocument } from "../types";
import { hashContent } from "./seal";
import type { QuotePicks } from "./useQuotePicker";

/** The public page of a quote that hasn't been issued yet, with the hash of its content as the version. */
export async function buildUnissuedPage(
  rules: Rules,
  client: QueryClient,
  doc: StoredDocument,
): Promise<{ page: PublicPage }> {
  const today = todayInLondon();
  const ownPresentation = presentAsSent(rules, doc, today);
  if (!ownPresentation) throw new Error("This quote is too large to be signed here.");
  const cancellation = await presentCancellation(rules, client, doc, ownPresentation);
  const presentation = cancellation ? { ...ownPresentation, cancellation } : ownPresentation;
  const version = await hashContent("quote", pickTypedFields(doc));
  return {
    page: { presentation, today, version, acceptance: null, card: false, payByBank: false, pdf: "" },
  };
}

/** The presentation as it will be once the quote is sent. */
export function presentAsSent(rules: Rules, doc: StoredDocument, today: string): Presentation | null {
  const sides = { contact: doc.contact, profile: doc.businessProfile };
  return presentOwnDocument(rules, { ...doc, status: "sent" }, sides, today);
}

/** The presentation as it is sent, with the customer's picks. */
export function presentWithPicks(rules: Rules, doc: StoredDocument, picks: QuotePicks): Presentation | null {
  return presentAsSent(rules, applyPicks(doc, picks), todayInLondon());
}

/** A quote with one of its choices and these optional lines. */
export function applyPicks(doc: StoredDocument, { selected, chosen }: Partial<QuotePicks>): StoredDocument {
  const items = doc.items.map((line) =>
    line.optional && selected ? { ...line, selected: selected.includes(line.id) } : line,
  );
  return { ...doc, items, chosenChoice: chosen ?? doc.chosenChoice };
}

/** The terms of a document. */
export const getTerms = (doc: StoredDocument): string => doc.terms ?? doc.businessProfile?.quoteTerms ?? "";

/** The typed fields of a quote, without those that the server adds. */
export function pickTypedFields(doc: StoredDocument): object {
  return Object.fromEntries(TYPED_FIELDS.map((name) => [name, doc[name]]));
}

/**
 * A new field of a quote doesn't compile until it is listed here, because the server hashes all typed fields.
 */
const TYPED_FIELDS = listTrueKeys({
  expiryDate: true,
  businessProfileId: true,
  contactId: true,
  issueDate: true,
  jobDescription: true,
  jobAddress: true,
  orderNumber: true,
  notes: true,
  template: true,
  terms: true,
  items: true,
  documentLabourUnitType: true,
  includeLabour: true,
  labourHours: true,
  labourRate: true,
  labourUnitType: true,
  includeDiscount: true,
  discount: true,
  discountType: true,
  discountReason: true,
  vatTreatment: true,
  tax: true,
  pricesIncludeVat: true,
  supplyDate: true,
  vatAnswers: true,
  sections: true,
  priceDisplay: true,
  agreement: true,
  photos: true,
  choices: true,
  chosenChoice: true,
  includeDeposit: true,
  deposit: true,
  depositType: true,
  depositReason: true,
  cisRate: true,
} as const satisfies Record<keyof QuoteInput, true>);
