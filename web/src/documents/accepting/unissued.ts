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

/** A quote that has no version yet as its customer would read it, and what tells what they read. */
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

/** As it will be once it is sent. */
export function presentAsSent(rules: Rules, doc: StoredDocument, today: string): Presentation | null {
  const sides = { contact: doc.contact, profile: doc.businessProfile };
  return presentOwnDocument(rules, { ...doc, status: "sent" }, sides, today);
}

/** As it is sent, with what its customer picks of it. */
export function presentWithPicks(rules: Rules, doc: StoredDocument, picks: QuotePicks): Presentation | null {
  return presentAsSent(rules, applyPicks(doc, picks), todayInLondon());
}

/** A quote with one of its choices, and with these of its optional lines. */
export function applyPicks(doc: StoredDocument, { selected, chosen }: Partial<QuotePicks>): StoredDocument {
  const items = doc.items.map((line) =>
    line.optional && selected ? { ...line, selected: selected.includes(line.id) } : line,
  );
  return { ...doc, items, chosenChoice: chosen ?? doc.chosenChoice };
}

/** The terms that stand under a document. */
export const getTerms = (doc: StoredDocument): string => doc.terms ?? doc.businessProfile?.quoteTerms ?? "";

/** What is typed of a quote, and nothing that the server adds. */
export function pickTypedFields(doc: StoredDocument): object {
  return Object.fromEntries(TYPED_FIELDS.map((name) => [name, doc[name]]));
}

/** A field that is added to a quote does not compile until it stands here: the server hashes all that is typed. */
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
