import type { Kind } from "../../../api/generated/Kind";
import { KINDS as TABLE } from "../../../api/generated/kinds";
import type { Profile } from "../../../entities/profiles/profile";
import { vatRate, ZERO } from "../../../rules/rates";
import type { Rules } from "../../../rules/rules";
import { KINDS } from "../../kind";
import { type Draft, emptyDraft } from "./draft";

/** What a new document starts as: the first profile's, dated today. */
export function newDraft(
  { plusDays }: Pick<Rules, "plusDays">,
  kind: Kind,
  profiles: readonly Profile[],
  contactId: string | null,
  today: string,
  lineId: string,
): Draft {
  const [profile] = profiles;
  const days = profile?.[`${TABLE[kind].word}Days`] ?? TABLE[kind].endDays;
  return {
    ...emptyDraft(today, plusDays(today, days), lineId),
    ...(profile && defaultsOf(kind, profile)),
    businessProfileId: profile?.id ?? null,
    contactId,
    // Without a VAT number a business charges no VAT.
    tax: profile?.taxNumber ? vatRate("standard", today) : ZERO,
  };
}

/** What a business's new documents ask for: a deposit on what is decided on, CIS on what is paid. */
function defaultsOf(kind: Kind, profile: Profile): Partial<Draft> {
  const { includeDeposit, deposit, depositType, cisRate } = profile;
  if (KINDS[kind].isDecided) return includeDeposit ? { includeDeposit, deposit, depositType } : {};
  return { cisRate: cisRate === null ? null : String(cisRate) };
}

/** The terms that stand while a document has none of its own. */
export function termsOf(kind: Kind, profile: Profile | null): string {
  return profile?.[KINDS[kind].termsField] ?? "";
}
