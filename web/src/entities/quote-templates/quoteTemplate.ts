import type { AllFields } from "../../api/all-fields";
import type { Agreement } from "../../api/generated/Agreement";
import type { QuoteTemplate as Kept } from "../../api/generated/QuoteTemplate";
import type { QuoteTemplateInput as Written } from "../../api/generated/QuoteTemplateInput";
import { foldText } from "../../ui/fold-text";

/** A whole quote from which others are made. */
export type QuoteTemplate = Kept;
export type QuoteTemplateInput = Written;

/** The parts of a quote or template that a template stores: nothing that belongs to one job. */
export function toTemplateInput(
  source: Omit<QuoteTemplateInput, "name">,
  name: string,
): AllFields<QuoteTemplateInput> {
  return {
    name: name.trim(),
    businessProfileId: source.businessProfileId ?? null,
    jobDescription: source.jobDescription,
    notes: source.notes,
    template: source.template ?? null,
    terms: source.terms ?? null,
    items: source.items,
    documentLabourUnitType: source.documentLabourUnitType,
    includeLabour: source.includeLabour,
    labourHours: source.labourHours,
    labourRate: source.labourRate,
    labourUnitType: source.labourUnitType,
    includeDiscount: source.includeDiscount,
    discount: source.discount,
    discountType: source.discountType,
    discountReason: source.discountReason,
    vatTreatment: source.vatTreatment,
    tax: source.tax,
    pricesIncludeVat: source.pricesIncludeVat,
    supplyDate: null,
    vatAnswers: null,
    sections: source.sections,
    priceDisplay: source.priceDisplay,
    agreement: keepWorkTerms(source.agreement ?? null),
    // Photos show one customer's home.
    photos: undefined,
    choices: source.choices,
    chosenChoice: source.chosenChoice,
    includeDeposit: source.includeDeposit,
    deposit: source.deposit,
    depositType: source.depositType,
    depositReason: source.depositReason,
    cisRate: source.cisRate,
  };
}

/** Finds a template by name, ignoring case and accents. */
export function findTemplateByName(
  templates: readonly QuoteTemplate[],
  name: string,
): QuoteTemplate | undefined {
  const wantedName = foldText(name.trim());
  return templates.find((template) => foldText(template.name.trim()) === wantedName);
}

/** Templates whose name, job or lines contain every word of the search, sorted by name. */
export function searchTemplates(templates: readonly QuoteTemplate[], search: string): QuoteTemplate[] {
  const searchWords = foldText(search).split(/\s+/).filter(Boolean);
  const getSearchText = ({ name, jobDescription, items }: QuoteTemplate) =>
    foldText([name, jobDescription, ...items.map((line) => line.name)].join(" "));
  return templates
    .filter((template) => searchWords.every((word) => getSearchText(template).includes(word)))
    .sort((a, b) => a.name.localeCompare(b.name, "en-GB"));
}

/** For example '4 lines' or '1 line'. */
export const formatLineCount = ({ items }: Pick<QuoteTemplate, "items">): string =>
  items.length === 1 ? "1 line" : `${items.length} lines`;

/**
 * The terms of the work, such as supplies and time; the place of agreement and the customer belong to a
 * single job.
 */
function keepWorkTerms(agreement: Agreement | null): Agreement | null {
  const { supplies = null, workTime = null } = agreement ?? {};
  if (supplies === null && workTime === null) return null;
  return { customer: null, place: null, urgent: null, newBuild: null, supplies, workTime };
}
