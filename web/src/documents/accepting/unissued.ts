import type { QueryClient } from "@tanstack/react-query";
import { namesIn } from "../../api/every";
import type { Presentation } from "../../api/generated/Presentation";
import type { PublicPage } from "../../api/generated/PublicPage";
import type { QuoteInput } from "../../api/generated/QuoteInput";
import { todayInLondon } from "../../rules/calendar";
import type { Rules } from "../../rules/rules";
import { offered } from "../cancelling/offered";
import { presentOwn } from "../present";
import type { StoredDocument } from "../types";
import type { Picks } from "./picks";
import { contentHash } from "./seal";

/** A quote that has no version yet as its customer would read it, and what tells what they read. */
export async function unissuedPage(
  rules: Rules,
  client: QueryClient,
  doc: StoredDocument,
): Promise<{ page: PublicPage }> {
  const today = todayInLondon();
  const own = asSent(rules, doc, today);
  if (!own) throw new Error("This quote is too large to be signed here.");
  const cancellation = await offered(rules, client, doc, own);
  const presentation = cancellation ? { ...own, cancellation } : own;
  const version = await contentHash("quote", typedOf(doc));
  return {
    page: { presentation, today, version, acceptance: null, card: false, payByBank: false, pdf: "" },
  };
}

/** As it will be once it is sent. */
export function asSent(rules: Rules, doc: StoredDocument, today: string): Presentation | null {
  const sides = { contact: doc.contact, profile: doc.businessProfile };
  return presentOwn(rules, { ...doc, status: "sent" }, sides, today);
}

/** As it is sent, with what its customer picks of it. */
export function withPicks(rules: Rules, doc: StoredDocument, picks: Picks): Presentation | null {
  return asSent(rules, picked(doc, picks), todayInLondon());
}

/** A quote with one of its choices, and with these of its optional lines. */
export function picked(doc: StoredDocument, { selected, chosen }: Partial<Picks>): StoredDocument {
  const items = doc.items.map((line) =>
    line.optional && selected ? { ...line, selected: selected.includes(line.id) } : line,
  );
  return { ...doc, items, chosenChoice: chosen ?? doc.chosenChoice };
}

/** The terms that stand under a document. */
export const termsUnder = (doc: StoredDocument): string => doc.terms ?? doc.businessProfile?.quoteTerms ?? "";

/** What is typed of a quote, and nothing that the server adds. */
export function typedOf(doc: StoredDocument): object {
  return Object.fromEntries(TYPED.map((name) => [name, doc[name]]));
}

/** A field that is added to a quote does not compile until it stands here: the server hashes all that is typed. */
const TYPED = namesIn({
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
