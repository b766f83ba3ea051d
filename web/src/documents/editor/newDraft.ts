import type { Kind } from "../../api/generated/Kind";
import type { Profile } from "../../entities/profiles/profile";
import { daysAfter } from "./calendar";
import { type Draft, emptyDraft } from "./draft";

/** How long a new quote stands, and how long an invoice may be paid, until the person says otherwise. */
const DAYS: Record<Kind, number> = { quote: 30, invoice: 14 };

/** What a new document starts as: the first profile's, dated today. */
export function newDraft(
  kind: Kind,
  profiles: readonly Profile[],
  contactId: string | null,
  today: string,
  lineId: string,
): Draft {
  const [profile] = profiles;
  return {
    ...emptyDraft(today, daysAfter(today, DAYS[kind]), lineId),
    businessProfileId: profile?.id ?? null,
    contactId,
    // Without a VAT number a business charges no VAT.
    tax: profile?.taxNumber ? "20" : "0",
  };
}

/** The terms that stand while a document has none of its own. */
export function termsOf(kind: Kind, profile: Profile | null): string {
  return (kind === "quote" ? profile?.quoteTerms : profile?.invoiceTerms) ?? "";
}
