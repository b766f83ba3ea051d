// @vitest-environment window
import type { ContactRecord } from "../../api/generated/ContactRecord";
import { describeFormFields } from "../../testing/form-fields";
import { mockResponse } from "../../testing/network";

const CONTACT: ContactRecord = {
  id: "2f7c7a4e-0a55-4c0f-9a0b-6a4f2f0d1c01",
  version: 4,
  createdAt: 0,
  updatedAt: 0,
  name: "Jo Bloggs",
  company: "Bloggs & Co",
  address_line1: "1 High Street",
  address_line2: "Old Town",
  city: "Leeds",
  county: "West Yorkshire",
  post_code: "LS1 1AA",
  country: "Jersey",
  address: "1 High Street, Leeds",
  phone: "0113 496 0001",
  email: "jo@bloggs.example",
  vat_number: "GB123456789",
  vat_registered: "yes",
  end_user_notice: "We are the end user.",
  end_user_notice_date: "2026-06-01",
  customer_type: "consumer",
  cis_contractor: true,
  wants_einvoices: true,
  peppol_id: "0088:5060012349998",
  buyer_reference: "PO-77",
  notes: "Pays late",
  sites: [
    {
      name: "Mill",
      address_line1: "2 Mill Lane",
      address_line2: "Yard",
      city: "York",
      county: "North Yorkshire",
      post_code: "YO1 1AB",
    },
  ],
};

const { id, createdAt: _, updatedAt: __, ...sends } = CONTACT;

describeFormFields("the fields of a contact", {
  path: `/contacts/${id}/edit`,
  besides: () => mockResponse("GET /api/contacts/{id}", CONTACT),
  call: "PUT /api/contacts/{id}",
  button: "Save changes",
  fields: {
    Name: ["name", "Jo Bloggs"],
    "Company (optional)": ["company", "Bloggs & Co"],
    "Email (optional)": ["email", "jo@bloggs.example"],
    "Phone (optional)": ["phone", "0113 496 0001"],
    "Address (optional)": ["address_line1", "1 High Street"],
    "Address line 2 (optional)": ["address_line2", "Old Town"],
    "Town or city (optional)": ["city", "Leeds"],
    "County (optional)": ["county", "West Yorkshire"],
    "Postcode (optional)": ["post_code", "LS1 1AA"],
    Country: ["country", "Jersey"],
    "Whole address in one line (optional)": ["address", "1 High Street, Leeds"],
    "Job address 1 > What you call it (optional)": ["sites[0].name", "Mill"],
    "Job address 1 > Address (optional)": ["sites[0].address_line1", "2 Mill Lane"],
    "Job address 1 > Address line 2 (optional)": ["sites[0].address_line2", "Yard"],
    "Job address 1 > Town or city (optional)": ["sites[0].city", "York"],
    "Job address 1 > County (optional)": ["sites[0].county", "North Yorkshire"],
    "Job address 1 > Postcode (optional)": ["sites[0].post_code", "YO1 1AB"],
    "VAT number (optional)": ["vat_number", "GB123456789"],
    "End-user notice (optional)": ["end_user_notice", "We are the end user."],
    "Date of the notice (optional)": ["end_user_notice_date", "2026-06-01"],
    "Peppol address (optional)": ["peppol_id", "0088:5060012349998"],
    "Reference on their invoices (optional)": ["buyer_reference", "PO-77"],
    "Notes (optional)": ["notes", "Pays late"],
  },
  choices: {
    "They’re buying for": "Themselves",
    "Registered for VAT": "Yes",
    "Deducts CIS": "on",
    "Wants e-invoices": "on",
  },
  sends,
});
