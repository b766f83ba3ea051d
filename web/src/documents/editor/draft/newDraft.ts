import type { Kind } from "../../../api/generated/Kind";
import { KINDS } from "../../../api/generated/kinds";
import type { Profile } from "../../../entities/profiles/profile";
import { vatRate, ZERO } from "../../../rules/rates";
import { daysAfter } from "./calendar";
import { type Draft, emptyDraft } from "./draft";

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
    ...emptyDraft(today, daysAfter(today, KINDS[kind].endDays), lineId),
    businessProfileId: profile?.id ?? null,
    contactId,
    // Without a VAT number a business charges no VAT.
    tax: profile?.taxNumber ? vatRate("standard", today) : ZERO,
  };
}

/** The terms that stand while a document has none of its own. */
export function termsOf(kind: Kind, profile: Profile | null): string {
  return (kind === "quote" ? profile?.quoteTerms : profile?.invoiceTerms) ?? "";
}
