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

/** The initial values of a new document: from the first business profile, with today's date. */
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

/** The fields that start with the business's defaults. */
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
 * The defaults of a business's new documents: the deposit only for quotes, CIS only for invoices. Prices
 * include VAT if that is the business's default, it charges VAT, and the document isn't under CIS.
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
    // Without a VAT number a business charges no VAT: its work is outside the scope.
    vatTreatment: (profile?.taxNumber ? "taxable" : "outsideScope") as Treatment,
    tax: getVatRate("standard", issueDate),
    pricesIncludeVat: false,
    includeDeposit: false,
    deposit,
    depositType,
    cisRate: null,
  };
  if (!profile) return terms;
  // A profile cached before the field existed lacks it.
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
 * The initial values of a quote made from a template: all of the template's content with new line ids,
 * today's date, and the template's business if it still exists.
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

/** The fields of a draft that depend on its business, in groups with one label. */
const PROFILE_FIELD_GROUPS = [
  { fields: ["endDate"], says: "the last day" },
  { fields: ["vatTreatment", "tax"], says: "VAT" },
  { fields: ["pricesIncludeVat"], says: "whether prices include VAT" },
  { fields: ["includeDeposit", "deposit", "depositType"], says: "the deposit" },
  { fields: ["cisRate"], says: "CIS" },
] as const satisfies { fields: (keyof ProfileDefaults)[]; says: string }[];

/**
 * Changes the business of a draft: fields that still have the old business's defaults get the new one's,
 * others stay. Also returns labels for what changed. Prices that were typed stay with or without VAT, since
 * otherwise the customer would pay another amount; if they include VAT, the new business's CIS isn't applied.
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

/** The terms that apply if a document has no terms of its own. */
export function getProfileTerms(kind: DocumentKind, profile: Profile | null): string {
  const { termsField } = KINDS[kind];
  return (termsField && profile?.[termsField]) || "";
}
