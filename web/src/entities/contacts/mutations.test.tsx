// @vitest-environment window

import {
  ALL_QUERIES,
  CREDIT_NOTE_QUERIES,
  DASHBOARD_QUERIES,
  defineMutation,
  describeMutations,
  IDS,
  INVOICE_QUERIES,
  QUOTE_QUERIES,
} from "../../testing/cached-queries";
import { MARGARET } from "../../testing/fixtures";
import {
  useCreateContact,
  useDeleteContact,
  useImportContacts,
  useMergeContacts,
  useUndoMerge,
  useUpdateContact,
} from "./mutations";

const CONTACT = { ...MARGARET, id: IDS.contact };
const OTHER = { ...MARGARET, id: IDS.other };
const CONTACTS = ["the contact", "another contact", "the contacts"] as const;

describeMutations("a contact", {
  "it is created": defineMutation({
    call: "POST /api/contacts",
    answer: CONTACT,
    hook: useCreateContact,
    variables: { id: CONTACT.id, input: CONTACT },
    updated: ["the contact"],
    refetched: CONTACTS,
  }),
  "it is changed": defineMutation({
    call: "PUT /api/contacts/{id}",
    answer: CONTACT,
    hook: useUpdateContact,
    variables: { contact: CONTACT, input: CONTACT },
    updated: ["the contact"],
    // Drafts, lists and totals display the customer's new name.
    refetched: [
      ...CONTACTS,
      ...QUOTE_QUERIES,
      ...INVOICE_QUERIES,
      ...CREDIT_NOTE_QUERIES,
      "the recurring invoice",
      "the recurring invoices",
      ...DASHBOARD_QUERIES,
    ],
  }),
  "it is deleted": defineMutation({
    call: "DELETE /api/contacts/{id}",
    hook: useDeleteContact,
    variables: CONTACT,
    changes: { "the contacts": [{ id: OTHER.id }] },
    refetched: ["another contact", "the contacts"],
    removed: ["the contact"],
  }),
  "another one is merged into it": defineMutation({
    call: "POST /api/contacts/{id}/merge",
    answer: CONTACT,
    hook: useMergeContacts,
    variables: { contact: CONTACT, other: OTHER },
    updated: ["the contact"],
    refetched: ALL_QUERIES.filter((name) => name !== "another contact"),
    removed: ["another contact"],
  }),
  "a merge is undone": defineMutation({
    call: "POST /api/contacts/{id}/merge/undo",
    answer: CONTACT,
    hook: useUndoMerge,
    variables: { contact: CONTACT, other: OTHER.id },
    updated: ["the contact"],
    refetched: ALL_QUERIES,
  }),
  "contacts are imported from a file": defineMutation({
    call: "POST /api/contacts/import",
    answer: { done: true },
    hook: useImportContacts,
    variables: { file: new File(["a"], "a.csv"), columns: null, save: true },
    refetched: CONTACTS,
    // Part of it may have been saved.
    refused: { refetched: CONTACTS },
  }),
  "a file of contacts is only previewed": defineMutation({
    call: "POST /api/contacts/import/preview",
    answer: { done: false },
    hook: useImportContacts,
    variables: { file: new File(["a"], "a.csv"), columns: null, save: false },
  }),
});
