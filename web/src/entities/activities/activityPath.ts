import type { Activity } from "../../api/generated/Activity";

const TIME_FORMAT = new Intl.DateTimeFormat("en-GB", {
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "Europe/London",
});

/** '14:05', in UK time. */
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

/** The path of a subject; undefined if that kind has no page. */
export const getSubjectPath = (kind: string, id: string): string | undefined => SUBJECT_PATHS[kind]?.(id);

/** The path of an activity's subject; undefined if the subject was deleted. */
export function getActivityPath({ kind, subjectKind, subjectId }: Activity): string | undefined {
  return kind === "deleted" ? undefined : getSubjectPath(subjectKind, subjectId);
}
