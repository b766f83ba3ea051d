import type { ProfileInput as Written } from "../../api/generated/ProfileInput";
import type { ProfileRecord } from "../../api/generated/ProfileRecord";

/** A business as its customers see it; the names are the API's. */
export type Profile = ProfileRecord;
export type ProfileInput = Written;

export const profileFields = [
  "name",
  "email",
  "phone",
  "website",
  "logoUrl",
  "template",
  "brandColour",
  "address_line1",
  "address_line2",
  "city",
  "county",
  "post_code",
  "country",
  "taxNumber",
  "registrationNumber",
  "ownerName",
  "serviceAddress",
  "peppolId",
  "quoteTerms",
  "invoiceTerms",
  "quoteMessage",
  "quoteReminder",
  "invoiceReminder",
  "invoiceMessage",
  "paypal",
  "bankName",
  "accountName",
  "accountNumber",
  "sortCode",
  "quoteDays",
  "invoiceDays",
  "invoiceDueUnit",
  "deposit",
  "cisRate",
  "agreedAt",
  "workTime",
  "complaints",
  "returns",
  "pricesIncludeVat",
] as const satisfies readonly (keyof ProfileInput)[];

export function emptyProfile(): ProfileInput {
  return {
    name: "",
    email: "",
    phone: "",
    website: "",
    logoUrl: null,
    template: "classic",
    brandColour: null,
    address_line1: "",
    address_line2: "",
    city: "",
    county: "",
    post_code: "",
    country: "uk",
    taxNumber: "",
    registrationNumber: "",
    ownerName: "",
    serviceAddress: "",
    peppolId: "",
    quoteTerms: "",
    invoiceTerms: "",
    quoteMessage: "",
    quoteReminder: "",
    invoiceReminder: "",
    invoiceMessage: "",
    accepts_cash: true,
    accepts_bank_transfer: false,
    accepts_card: false,
    accepts_paypal: false,
    paypal: "",
    bankName: "",
    accountName: "",
    accountNumber: "",
    sortCode: "",
    quoteDays: null,
    invoiceDays: null,
    invoiceDueUnit: "days",
    includeDeposit: false,
    deposit: "",
    depositType: "percentage",
    cisRate: null,
    agreedAt: "",
    workTime: "",
    complaints: "",
    returns: "",
    pricesIncludeVat: false,
  };
}

/** Six digits as a bank writes them: '123456' as '12-34-56'. Anything else stays as it was typed. */
export function tidySortCode(typed: string): string {
  const [, one, two, three] = /^(\d\d)[\s-]*(\d\d)[\s-]*(\d\d)$/.exec(typed.trim()) ?? [];
  return one ? `${one}-${two}-${three}` : typed;
}

/** A colour in its one writing: '1A5FB4' as '#1a5fb4'. Anything else stays as it was typed. */
export function tidyColour(typed: string): string {
  const [, digits] = /^#?([0-9a-f]{6})$/i.exec(typed.trim()) ?? [];
  return digits ? `#${digits.toLowerCase()}` : typed;
}

/**
 * Only what a write may carry. A field that the profile lacks, since this device read it before there was one, is left
 * out, and stays as the server has it.
 */
export function profileInput(profile: ProfileInput): ProfileInput {
  const names = Object.keys(emptyProfile()) as (keyof ProfileInput)[];
  const known = names.filter((name) => profile[name] !== undefined);
  return Object.fromEntries(known.map((name) => [name, profile[name]])) as unknown as ProfileInput;
}
