import type { DocumentKind } from "../../../api/generated/DocumentKind";
import { KINDS as TABLE } from "../../../api/generated/kinds";
import type { Treatment } from "../../../api/generated/Treatment";
import type { Profile } from "../../../entities/profiles/profile";
import type { QuoteTemplate } from "../../../entities/quote-templates/quoteTemplate";
import { getVatRate } from "../../../rules/rates";
import type { Rules } from "../../../rules/rules";
import { KINDS, type WrittenKind } from "../../kind";
import { createEmptyDraft, type DocumentDraft, fillDraftLabourUnits, toDocumentDraft } from "./draft";
import { hasPricesAffectedByVat } from "./pricesWithVat";

/** What a new document starts as: the first profile's, dated today. */
export function createDraft(
  { dueOn }: Pick<Rules, "dueOn">,
  kind: DocumentKind,
  profiles: readonly Profile[],
  contactId: string | null,
  today: string,
  lineId: string,
): DocumentDraft {
  const profile = profiles[0] ?? null;
  const terms = getProfileDefaults(kind, profile, today, dueOn);
  return {
    ...createEmptyDraft(today, terms.endDate, lineId),
    ...terms,
    businessProfileId: profile?.id ?? null,
    contactId,
  };
}

/** The fields of a draft that begin as its business has them. */
type ProfileDefaults = Pick<
  DocumentDraft,
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
function getProfileDefaults(
  kind: DocumentKind,
  profile: Profile | null,
  issueDate: string,
  dueOn: Rules["dueOn"],
): ProfileDefaults {
  const count = profile?.[`${kind as WrittenKind}Days`] ?? null;
  const inMonths = count !== null && kind === "invoice" && profile?.invoiceDueUnit === "months";
  const { deposit, depositType } = createEmptyDraft("", "", "");
  const terms = {
    endDate: dueOn(issueDate, count ?? TABLE[kind].endDays, inMonths ? "months" : "days"),
    // Without a VAT number a business charges no VAT: what it does is outside the scope.
    vatTreatment: (profile?.taxNumber ? "taxable" : "outsideScope") as Treatment,
    tax: getVatRate("standard", issueDate),
    pricesIncludeVat: false,
    includeDeposit: false,
    deposit,
    depositType,
    cisRate: null,
  };
  if (!profile) return terms;
  // A profile that this device read before there were such prices says nothing of them.
  const pricesIncludeVat = Boolean(profile.pricesIncludeVat && profile.taxNumber);
  if (!KINDS[kind].isAcceptable) {
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
export function createDraftFromTemplate(
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
): DocumentDraft {
  const namedProfiles = profiles.filter(({ id }) => id === template.businessProfileId);
  const blankDraft = createDraft(
    rules,
    kind,
    namedProfiles.length > 0 ? namedProfiles : profiles,
    contactId,
    today,
    newId(),
  );
  const templateDraft = fillDraftLabourUnits(toDocumentDraft(kind, template, newId));
  return {
    ...templateDraft,
    items: templateDraft.items.map((line) => ({ ...line, id: newId() })),
    businessProfileId: blankDraft.businessProfileId,
    contactId,
    issueDate: blankDraft.issueDate,
    endDate: blankDraft.endDate,
  };
}

/** What of a draft goes with its business, and in which words: a deposit is one thing. */
const PROFILE_FIELD_GROUPS = [
  { fields: ["endDate"], says: "the last day" },
  { fields: ["vatTreatment", "tax"], says: "VAT" },
  { fields: ["pricesIncludeVat"], says: "whether prices include VAT" },
  { fields: ["includeDeposit", "deposit", "depositType"], says: "the deposit" },
  { fields: ["cisRate"], says: "CIS" },
] as const satisfies { fields: (keyof ProfileDefaults)[]; says: string }[];

/**
 * A draft that another business is to send: what still is as the one before had it becomes as this one has it, what
 * was set by hand stays. With the words of what changed. Prices that were typed stay with VAT, or without it, since the
 * customer would pay another amount for them; where they are with VAT, CIS does not go with them.
 */
export function switchProfile(
  { dueOn }: Pick<Rules, "dueOn">,
  kind: DocumentKind,
  draft: DocumentDraft,
  before: Profile | null,
  after: Profile | null,
): { patch: Partial<DocumentDraft>; changed: string[] } {
  const defaultsBefore = getProfileDefaults(kind, before, draft.issueDate, dueOn);
  const defaultsAfter = getProfileDefaults(kind, after, draft.issueDate, dueOn);
  const isPriced = hasPricesAffectedByVat(draft);
  const staysWithVat = draft.pricesIncludeVat && isPriced;
  const staysAsTyped = (field: keyof ProfileDefaults) =>
    (field === "pricesIncludeVat" && isPriced) ||
    (field === "cisRate" && staysWithVat && defaultsAfter.cisRate !== null);
  const changedGroups = PROFILE_FIELD_GROUPS.filter(
    ({ fields }) =>
      fields.every((field) => draft[field] === defaultsBefore[field] && !staysAsTyped(field)) &&
      fields.some((field) => defaultsBefore[field] !== defaultsAfter[field]),
  );
  const patch = Object.fromEntries(
    changedGroups.flatMap(({ fields }) => fields.map((field) => [field, defaultsAfter[field]])),
  );
  return {
    patch: { ...patch, businessProfileId: after?.id ?? null },
    changed: changedGroups.map(({ says }) => says),
  };
}

/** The terms that stand while a document has none of its own. */
export function getProfileTerms(kind: DocumentKind, profile: Profile | null): string {
  const { termsField } = KINDS[kind];
  return (termsField && profile?.[termsField]) || "";
}
