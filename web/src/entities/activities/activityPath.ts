import type { Activity } from "../../api/generated/Activity";

const TIME_FORMAT = new Intl.DateTimeFormat("en-GB", {
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "Europe/London",
});

/** '14:05', as the clock in London showed. */
export const formatTimeInLondon = (at: number): string => TIME_FORMAT.format(at);

const SUBJECT_PATHS: Record<string, (id: string) => string> = {
  quote: (id) => `/quotes/${id}`,
  invoice: (id) => `/invoices/${id}`,
  credit_note: (id) => `/credit-notes/${id}`,
  contact: (id) => `/contacts/${id}`,
  item: (id) => `/items/edit/${id}`,
  expense: (id) => (id ? `/expenses/edit/${id}` : "/expenses"),
  quote_template: () => "/quotes/templates",
  recurring_invoice: (id) => `/recurring/${id}`,
  business_profile: (id) => `/settings/business-profiles/${id}`,
  tax_year: () => "/income-tax",
  other_income: () => "/income-tax",
  cis_statement: () => "/cis",
  vat_return: () => "/vat",
  cis_return: () => "/cis/contractor",
};

/** Where a thing of a kind is seen; none of a kind that has no place. */
export const getSubjectPath = (kind: string, id: string): string | undefined => SUBJECT_PATHS[kind]?.(id);

/** Where what it happened to is seen; none of what is gone. */
export function getActivityPath({ kind, subjectKind, subjectId }: Activity): string | undefined {
  return kind === "deleted" ? undefined : getSubjectPath(subjectKind, subjectId);
}
