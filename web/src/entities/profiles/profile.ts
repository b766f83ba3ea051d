import { listTrueKeys } from "../../api/all-fields";
import type { ProfileInput as Written } from "../../api/generated/ProfileInput";
import type { ProfileRecord } from "../../api/generated/ProfileRecord";

/** A business profile as customers see it, named as in the API. */
export type Profile = ProfileRecord;
export type ProfileInput = Written;

/** The fields that display their errors. A new field doesn't compile until it is listed here. */
export const profileFields = listTrueKeys({
  name: true,
  email: true,
  phone: true,
  website: true,
  logoUrl: true,
  template: true,
  brandColour: true,
  address_line1: true,
  address_line2: true,
  city: true,
  county: true,
  post_code: true,
  country: true,
  taxNumber: true,
  registrationNumber: true,
  ownerName: true,
  serviceAddress: true,
  peppolId: true,
  quoteTerms: true,
  invoiceTerms: true,
  quoteMessage: true,
  quoteReminder: true,
  invoiceReminder: true,
  invoiceMessage: true,
  paypal: true,
  bankName: true,
  accountName: true,
  accountNumber: true,
  sortCode: true,
  quoteDays: true,
  invoiceDays: true,
  invoiceDueUnit: true,
  deposit: true,
  cisRate: true,
  agreedAt: true,
  workTime: true,
  complaints: true,
  returns: true,
  pricesIncludeVat: true,
  // Tick boxes and choices, which have no errors.
  accepts_cash: false,
  accepts_bank_transfer: false,
  accepts_card: false,
  accepts_paypal: false,
  includeDeposit: false,
  depositType: false,
} as const satisfies Record<keyof ProfileInput, boolean>);

export function createEmptyProfile(): ProfileInput {
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

/** A sort code in its standard form: '123456' as '12-34-56'. Anything else stays as it was typed. */
export function tidySortCode(typed: string): string {
  const [, one, two, three] = /^(\d\d)[\s-]*(\d\d)[\s-]*(\d\d)$/.exec(typed.trim()) ?? [];
  return one ? `${one}-${two}-${three}` : typed;
}

/** A colour in its normal form: '1A5FB4' as '#1a5fb4'. Anything else stays as it was typed. */
export function tidyColour(typed: string): string {
  const [, digits] = /^#?([0-9a-f]{6})$/i.exec(typed.trim()) ?? [];
  return digits ? `#${digits.toLowerCase()}` : typed;
}

/**
 * Only the fields that a write may contain. A field that is missing because the profile was cached before the
 * field existed is left out, so that the server's value doesn't change.
 */
export function toProfileInput(profile: ProfileInput): ProfileInput {
  const names = Object.keys(createEmptyProfile()) as (keyof ProfileInput)[];
  const knownNames = names.filter((name) => profile[name] !== undefined);
  return Object.fromEntries(knownNames.map((name) => [name, profile[name]])) as unknown as ProfileInput;
}
