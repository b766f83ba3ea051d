import { listTrueKeys } from "../../api/all-fields";
import type { ContactInput as Written } from "../../api/generated/ContactInput";
import type { ContactRecord } from "../../api/generated/ContactRecord";
import type { Site } from "../../api/generated/Site";
import type { Rules } from "../../rules/rules";
import { foldText } from "../../ui/fold-text";

/** What is kept of a customer; the names are the API's. */
export type ContactInput = Written;

export type Contact = ContactRecord;

/** The fields that show what is wrong with them. A field that is added does not compile until it stands here. */
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
  // Ticks, of which none is wrong.
  cis_contractor: false,
  wants_einvoices: false,
  // `siteFields`.
  sites: false,
} as const satisfies Record<keyof ContactInput, boolean>);

/** What people type of a job address. */
export const siteFields = listTrueKeys({
  name: true,
  address_line1: true,
  address_line2: true,
  city: true,
  county: true,
  post_code: true,
} as const satisfies Record<keyof Site, true>);

/** Whom a customer buys for, in the words of a choice. */
export const CUSTOMER_TYPE_OPTIONS: { value: ContactInput["customer_type"]; label: string }[] = [
  { value: "", label: "Not given" },
  { value: "business", label: "A business" },
  { value: "consumer", label: "Themselves" },
];

/** Whether a customer is registered for VAT, in the words of a choice. */
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

/** Only what a write may carry. */
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
    // None of these of what was typed without signal before they were asked. A form has an empty text for no day.
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

/** What is wrong with an address that was typed, by core's rule; true where nothing is, or until the rules are there. */
export function validateEmail(rules: Pick<Rules, "isEmail"> | null, email: string): string | true {
  return !rules || email === "" || rules.isEmail(email) || "Please enter a valid email address";
}

/** Contacts whose name, company, place, phone or e-mail contain every word of the search, by name. */
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
