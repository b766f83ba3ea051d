import type { DocumentKind } from "../../../api/generated/DocumentKind";
import { KINDS as TABLE } from "../../../api/generated/kinds";
import type { Treatment } from "../../../api/generated/Treatment";
import type { Profile } from "../../../entities/profiles/profile";
import type { QuoteTemplate } from "../../../entities/quote-templates/template";
import { vatRate } from "../../../rules/rates";
import type { Rules } from "../../../rules/rules";
import { KINDS, type WrittenKind } from "../../kind";
import { type Draft, emptyDraft, fromWire, withUnits } from "./draft";
import { hasPricesWithVat } from "./pricesWithVat";

/** What a new document starts as: the first profile's, dated today. */
export function newDraft(
  { dueOn }: Pick<Rules, "dueOn">,
  kind: DocumentKind,
  profiles: readonly Profile[],
  contactId: string | null,
  today: string,
  lineId: string,
): Draft {
  const profile = profiles[0] ?? null;
  const terms = usualTerms(kind, profile, today, dueOn);
  return {
    ...emptyDraft(today, terms.endDate, lineId),
    ...terms,
    businessProfileId: profile?.id ?? null,
    contactId,
  };
}

/** The fields of a draft that begin as its business has them. */
type UsualTerms = Pick<
  Draft,
  | "endDate"
  | "vatTreatment"
  | "tax"
  | "pricesIncludeVat"
  | "includeDeposit"
  | "deposit"
  | "depositType"
  | "cisRate"
>;

/**
 * How a business's new documents begin: a deposit is of what is decided on, CIS of what is paid. Prices include VAT where
 * the business has it so, charges VAT, and is not under CIS with this document.
 */
function usualTerms(
  kind: DocumentKind,
  profile: Profile | null,
  issueDate: string,
  dueOn: Rules["dueOn"],
): UsualTerms {
  const count = profile?.[`${kind as WrittenKind}Days`] ?? null;
  const inMonths = count !== null && kind === "invoice" && profile?.invoiceDueUnit === "months";
  const { deposit, depositType } = emptyDraft("", "", "");
  const terms = {
    endDate: dueOn(issueDate, count ?? TABLE[kind].endDays, inMonths ? "months" : "days"),
    // Without a VAT number a business charges no VAT: what it does is outside the scope.
    vatTreatment: (profile?.taxNumber ? "taxable" : "outsideScope") as Treatment,
    tax: vatRate("standard", issueDate),
    pricesIncludeVat: false,
    includeDeposit: false,
    deposit,
    depositType,
    cisRate: null,
  };
  if (!profile) return terms;
  // A profile that this device read before there were such prices says nothing of them.
  const pricesIncludeVat = Boolean(profile.pricesIncludeVat && profile.taxNumber);
  if (!KINDS[kind].isDecided) {
    return profile.cisRate === null
      ? { ...terms, pricesIncludeVat }
      : { ...terms, cisRate: String(profile.cisRate) };
  }
  return profile.includeDeposit
    ? {
        ...terms,
        pricesIncludeVat,
        includeDeposit: true,
        deposit: profile.deposit,
        depositType: profile.depositType,
      }
    : { ...terms, pricesIncludeVat };
}

/**
 * What a quote that is made of a template starts as: all that the template says, under lines of its own, dated today,
 * and from the business that the template names where that is still there.
 */
export function draftOf(
  template: QuoteTemplate,
  {
    rules,
    kind,
    profiles,
    contactId,
    today,
  }: {
    rules: Pick<Rules, "dueOn">;
    kind: DocumentKind;
    profiles: readonly Profile[];
    contactId: string | null;
    today: string;
  },
  newId: () => string,
): Draft {
  const named = profiles.filter(({ id }) => id === template.businessProfileId);
  const begun = newDraft(rules, kind, named.length > 0 ? named : profiles, contactId, today, newId());
  const said = withUnits(fromWire(kind, template, newId));
  return {
    ...said,
    items: said.items.map((line) => ({ ...line, id: newId() })),
    businessProfileId: begun.businessProfileId,
    contactId,
    issueDate: begun.issueDate,
    endDate: begun.endDate,
  };
}

/** What of a draft goes with its business, and in which words: a deposit is one thing. */
const GO_TOGETHER = [
  { fields: ["endDate"], says: "the last day" },
  { fields: ["vatTreatment", "tax"], says: "VAT" },
  { fields: ["pricesIncludeVat"], says: "whether prices include VAT" },
  { fields: ["includeDeposit", "deposit", "depositType"], says: "the deposit" },
  { fields: ["cisRate"], says: "CIS" },
] as const satisfies { fields: (keyof UsualTerms)[]; says: string }[];

/**
 * A draft that another business is to send: what still is as the one before had it becomes as this one has it, what
 * was set by hand stays. With the words of what changed. Prices that were typed stay with VAT, or without it, since the
 * customer would pay another amount for them; where they are with VAT, CIS does not go with them.
 */
export function asSentBy(
  { dueOn }: Pick<Rules, "dueOn">,
  kind: DocumentKind,
  draft: Draft,
  before: Profile | null,
  after: Profile | null,
): { patch: Partial<Draft>; changed: string[] } {
  const was = usualTerms(kind, before, draft.issueDate, dueOn);
  const is = usualTerms(kind, after, draft.issueDate, dueOn);
  const isPriced = hasPricesWithVat(draft);
  const staysWithVat = draft.pricesIncludeVat && isPriced;
  const stays = (field: keyof UsualTerms) =>
    (field === "pricesIncludeVat" && isPriced) ||
    (field === "cisRate" && staysWithVat && is.cisRate !== null);
  const goes = GO_TOGETHER.filter(
    ({ fields }) =>
      fields.every((field) => draft[field] === was[field] && !stays(field)) &&
      fields.some((field) => was[field] !== is[field]),
  );
  const patch = Object.fromEntries(goes.flatMap(({ fields }) => fields.map((field) => [field, is[field]])));
  return {
    patch: { ...patch, businessProfileId: after?.id ?? null },
    changed: goes.map(({ says }) => says),
  };
}

/** The terms that stand while a document has none of its own. */
export function termsOf(kind: DocumentKind, profile: Profile | null): string {
  const { termsField } = KINDS[kind];
  return (termsField && profile?.[termsField]) || "";
}
