import { listTrueKeys } from "../../api/all-fields";
import type { ContactInput as Written } from "../../api/generated/ContactInput";
import type { ContactRecord } from "../../api/generated/ContactRecord";
import type { Site } from "../../api/generated/Site";
import type { Rules } from "../../rules/rules";
import { foldText } from "../../ui/fold-text";

/** A contact's input fields, named as in the API. */
export type ContactInput = Written;

export type Contact = ContactRecord;

/** The fields that display their errors. A new field doesn't compile until it is listed here. */
export const contactFields = listTrueKeys({
  name: true,
  company: true,
  address_line1: true,
  address_line2: true,
  city: true,
  county: true,
  post_code: true,
  country: true,
  address: true,
  phone: true,
  email: true,
  vat_number: true,
  vat_registered: true,
  end_user_notice: true,
  end_user_notice_date: true,
  customer_type: true,
  peppol_id: true,
  buyer_reference: true,
  notes: true,
  // Tick boxes, which have no errors.
  cis_contractor: false,
  wants_einvoices: false,
  // See `siteFields`.
  sites: false,
} as const satisfies Record<keyof ContactInput, boolean>);

/** The text fields of a site address. */
export const siteFields = listTrueKeys({
  name: true,
  address_line1: true,
  address_line2: true,
  city: true,
  county: true,
  post_code: true,
} as const satisfies Record<keyof Site, true>);

/** The types of customer, with labels. */
export const CUSTOMER_TYPE_OPTIONS: { value: ContactInput["customer_type"]; label: string }[] = [
  { value: "", label: "Not given" },
  { value: "business", label: "A business" },
  { value: "consumer", label: "Themselves" },
];

/** Whether a customer is registered for VAT, with labels. */
export const VAT_REGISTERED_OPTIONS: { value: ContactInput["vat_registered"]; label: string }[] = [
  { value: "", label: "Not given" },
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
];

export const createEmptySite = (): Site => ({
  name: "",
  address_line1: "",
  address_line2: "",
  city: "",
  county: "",
  post_code: "",
});

export function createEmptyContact(name = ""): ContactInput {
  return {
    name,
    company: "",
    address_line1: "",
    address_line2: "",
    city: "",
    county: "",
    post_code: "",
    country: "uk",
    address: "",
    phone: "",
    email: "",
    vat_number: "",
    vat_registered: "",
    end_user_notice: "",
    end_user_notice_date: null,
    customer_type: "",
    cis_contractor: false,
    wants_einvoices: false,
    peppol_id: "",
    buyer_reference: "",
    notes: "",
    sites: [],
  };
}

/** Only the fields that a write may contain. */
export function toContactInput(contact: ContactInput): ContactInput {
  const { name, company, address_line1, address_line2, city, county, post_code, country } = contact;
  const { address, phone, email, vat_number, customer_type, cis_contractor, notes, sites } = contact;
  const { vat_registered, end_user_notice, end_user_notice_date } = contact;
  const { wants_einvoices, peppol_id, buyer_reference } = contact;
  return {
    name,
    company,
    address_line1,
    address_line2,
    city,
    county,
    post_code,
    country,
    address,
    phone,
    email,
    vat_number,
    // Missing in contacts that were typed offline before these fields existed. A form uses an empty text for
    // no date.
    vat_registered: vat_registered ?? "",
    end_user_notice: end_user_notice ?? "",
    end_user_notice_date: end_user_notice_date || null,
    customer_type,
    cis_contractor,
    wants_einvoices: wants_einvoices ?? false,
    peppol_id: peppol_id ?? "",
    buyer_reference: buyer_reference ?? "",
    notes,
    sites,
  };
}

/**
 * Validates an email address by core's rule: true if it is valid or the rules haven't loaded, else the error.
 */
export function validateEmail(rules: Pick<Rules, "isEmail"> | null, email: string): string | true {
  return !rules || email === "" || rules.isEmail(email) || "Please enter a valid email address";
}

/** Contacts whose name, company, town, phone or email contain every word of the search, sorted by name. */
export function searchContacts(contacts: Contact[], search: string): Contact[] {
  const searchWords = foldText(search).split(/\s+/).filter(Boolean);
  return contacts
    .filter((contact) => {
      const parts = [
        contact.name,
        contact.company,
        contact.city,
        contact.post_code,
        contact.address,
        contact.phone,
        contact.phone.replace(/\s/g, ""),
        contact.email,
        ...contact.sites.flatMap((site) => siteFields.map((field) => site[field])),
      ];
      const text = foldText(parts.join(" "));
      return searchWords.every((word) => text.includes(word));
    })
    .sort((a, b) => (a.name || a.company).localeCompare(b.name || b.company, "en-GB"));
}
