// @vitest-environment happy-dom
import { MARGARET } from "../../testing/records";
import {
  CREDIT_NOTES,
  describeWrites,
  EVERYTHING,
  FIGURES,
  INVOICES,
  ON_SHELF,
  QUOTES,
  writing,
} from "../../testing/shelf";
import {
  useCreateContact,
  useDeleteContact,
  useImportContacts,
  useMergeContacts,
  useUpdateContact,
} from "./mutations";

const CONTACT = { ...MARGARET, id: ON_SHELF.contact };
const OTHER = { ...MARGARET, id: ON_SHELF.other };
const CONTACTS = ["the contact", "another contact", "the contacts"] as const;

describeWrites("a contact", {
  "it is made": writing({
    call: "POST /api/contacts",
    answer: CONTACT,
    by: useCreateContact,
    with: { id: CONTACT.id, input: CONTACT },
    holds: ["the contact"],
    again: CONTACTS,
  }),
  "it is changed": writing({
    call: "PUT /api/contacts/{id}",
    answer: CONTACT,
    by: useUpdateContact,
    with: { contact: CONTACT, input: CONTACT },
    holds: ["the contact"],
    // Drafts, lists and figures call the customer by the new name.
    again: [
      ...CONTACTS,
      ...QUOTES,
      ...INVOICES,
      ...CREDIT_NOTES,
      "the recurring invoice",
      "the recurring invoices",
      ...FIGURES,
    ],
  }),
  "it is deleted": writing({
    call: "DELETE /api/contacts/{id}",
    by: useDeleteContact,
    with: CONTACT,
    changes: { "the contacts": [{ id: OTHER.id }] },
    again: ["another contact", "the contacts"],
    gone: ["the contact"],
  }),
  "another one is merged into it": writing({
    call: "POST /api/contacts/{id}/merge",
    answer: CONTACT,
    by: useMergeContacts,
    with: { contact: CONTACT, other: OTHER },
    holds: ["the contact"],
    again: EVERYTHING.filter((name) => name !== "another contact"),
    gone: ["another contact"],
  }),
  "a file of them is imported": writing({
    call: "POST /api/contacts/import",
    answer: { done: true },
    by: useImportContacts,
    with: { file: new File(["a"], "a.csv"), keep: true },
    again: CONTACTS,
  }),
  "a file of them is only looked at": writing({
    call: "POST /api/contacts/import/preview",
    answer: { done: false },
    by: useImportContacts,
    with: { file: new File(["a"], "a.csv"), keep: false },
  }),
});
