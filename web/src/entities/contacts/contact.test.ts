import { expect, it } from "vitest";
import { type ContactInput, toContactInput } from "./contact";

/** Each field has a different value, so that swapped fields are noticed. */
const contact: ContactInput = {
  name: "Jo Bloggs",
  company: "Bloggs & Co",
  address_line1: "1 High Street",
  address_line2: "Old Town",
  city: "Leeds",
  county: "West Yorkshire",
  post_code: "LS1 1AA",
  country: "uk",
  address: "1 High Street, Leeds",
  phone: "0113 496 0001",
  email: "jo@bloggs.example",
  vat_number: "GB123456789",
  vat_registered: "yes",
  end_user_notice: "We are the end user.",
  end_user_notice_date: "2026-06-01",
  customer_type: "business",
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
      post_code: "YO1 1AA",
    },
  ],
};

it("writes every field as it was typed", () => {
  expect(toContactInput(contact)).toEqual(contact);
});

it("writes nothing but the fields of a contact", () => {
  expect(toContactInput({ ...contact, version: 3 } as ContactInput)).toEqual(contact);
});
