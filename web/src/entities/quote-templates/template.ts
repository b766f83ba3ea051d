import type { Every } from "../../api/every";
import type { Agreement } from "../../api/generated/Agreement";
import type { QuoteTemplate as Kept } from "../../api/generated/QuoteTemplate";
import type { QuoteTemplateInput as Written } from "../../api/generated/QuoteTemplateInput";
import { fold } from "../../ui/fold";

/** A whole quote that is kept to make others of. */
export type QuoteTemplate = Kept;
export type QuoteTemplateInput = Written;

/** What a quote, or a template, says that a template keeps: nothing of one job. */
export function templateInput(of: Omit<QuoteTemplateInput, "name">, name: string): Every<QuoteTemplateInput> {
  return {
    name: name.trim(),
    businessProfileId: of.businessProfileId ?? null,
    jobDescription: of.jobDescription,
    notes: of.notes,
    template: of.template ?? null,
    terms: of.terms ?? null,
    items: of.items,
    documentLabourUnitType: of.documentLabourUnitType,
    includeLabour: of.includeLabour,
    labourHours: of.labourHours,
    labourRate: of.labourRate,
    labourUnitType: of.labourUnitType,
    includeDiscount: of.includeDiscount,
    discount: of.discount,
    discountType: of.discountType,
    discountReason: of.discountReason,
    vatTreatment: of.vatTreatment,
    tax: of.tax,
    pricesIncludeVat: of.pricesIncludeVat,
    supplyDate: null,
    vatAnswers: null,
    sections: of.sections,
    priceDisplay: of.priceDisplay,
    agreement: ofTheWork(of.agreement ?? null),
    // They show one customer's home.
    photos: undefined,
    choices: of.choices,
    chosenChoice: of.chosenChoice,
    includeDeposit: of.includeDeposit,
    deposit: of.deposit,
    depositType: of.depositType,
    depositReason: of.depositReason,
    cisRate: of.cisRate,
  };
}

/** The template that is called so, however it is written. */
export function calledSo(templates: readonly QuoteTemplate[], name: string): QuoteTemplate | undefined {
  const wanted = fold(name.trim());
  return templates.find((template) => fold(template.name.trim()) === wanted);
}

/** Templates whose name, job or lines have every word of the search, by name. */
export function searchTemplates(templates: readonly QuoteTemplate[], search: string): QuoteTemplate[] {
  const words = fold(search).split(/\s+/).filter(Boolean);
  const said = ({ name, jobDescription, items }: QuoteTemplate) =>
    fold([name, jobDescription, ...items.map((line) => line.name)].join(" "));
  return templates
    .filter((template) => words.every((word) => said(template).includes(word)))
    .sort((a, b) => a.name.localeCompare(b.name, "en-GB"));
}

/** `4 lines`, `1 line`. */
export const linesIn = ({ items }: Pick<QuoteTemplate, "items">): string =>
  items.length === 1 ? "1 line" : `${items.length} lines`;

/** What is supplied and when it is done is of the work; where it is agreed, and by whom, is of the one job. */
function ofTheWork(agreement: Agreement | null): Agreement | null {
  const { supplies = null, workTime = null } = agreement ?? {};
  if (supplies === null && workTime === null) return null;
  return { customer: null, place: null, urgent: null, newBuild: null, supplies, workTime };
}
