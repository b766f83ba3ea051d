import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { post, put, remove } from "../../api/requests";
import { type Contact, type ContactInput, toContactInput } from "./contact";
import { contactKeys } from "./queries";

function updateCachedContact(client: QueryClient, contact: Contact) {
  client.setQueryData(contactKeys.one(contact.id), contact);
  void client.invalidateQueries({ queryKey: contactKeys.all });
}

/** Makes a contact; `id` is the form's own, so that a repeat after a lost answer makes no second one. */
export function useCreateContact() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, input }: { id: string; input: ContactInput }) =>
      post("/api/contacts", { body: { id, ...toContactInput(input) } }),
    onSuccess: (contact) => updateCachedContact(client, contact),
  });
}

/** What names customers: a contact that changes is named anew by drafts, lists and figures. */
const QUERIES_WITH_CUSTOMER_NAMES = [
  "/api/quotes",
  "/api/invoices",
  "/api/credit-notes",
  "/api/recurring",
  "/api/dashboard",
];

/** Changes a contact; refused with 409 when somebody else changed it meanwhile. */
export function useUpdateContact() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ contact, input }: { contact: Contact; input: ContactInput }) =>
      put("/api/contacts/{id}", {
        params: { id: contact.id },
        body: { version: contact.version, ...toContactInput(input) },
      }),
    onSuccess: (contact) => {
      updateCachedContact(client, contact);
      for (const path of QUERIES_WITH_CUSTOMER_NAMES) void client.invalidateQueries({ queryKey: [path] });
    },
  });
}

/** Deletes a contact. Documents that were issued keep their own copy of the customer. */
export function useDeleteContact() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (contact: Contact) => remove("/api/contacts/{id}", { params: { id: contact.id } }),
    onSuccess: (_, contact) => {
      client.setQueryData<Contact[]>(contactKeys.all, (list) => list?.filter(({ id }) => id !== contact.id));
      client.removeQueries({ queryKey: contactKeys.one(contact.id) });
      void client.invalidateQueries({ queryKey: contactKeys.all });
    },
  });
}

/** Makes one contact of two: `other` goes, and `contact` has the documents of both. */
export function useMergeContacts() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ contact, other }: { contact: Contact; other: Contact }) =>
      post("/api/contacts/{id}/merge", {
        params: { id: contact.id },
        body: { version: contact.version, other: other.id, otherVersion: other.version },
      }),
    onSuccess: (contact, { other }) => {
      updateCachedContact(client, contact);
      client.removeQueries({ queryKey: contactKeys.one(other.id) });
      // Documents have another customer, and figures with them.
      void client.invalidateQueries();
    },
  });
}

/** Makes two contacts again of `contact` and `other`, which was merged into it. */
export function useUndoMerge() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ contact, other }: { contact: Contact; other: string }) =>
      post("/api/contacts/{id}/merge/undo", {
        params: { id: contact.id },
        body: { version: contact.version, other },
      }),
    onSuccess: (contact) => {
      updateCachedContact(client, contact);
      // Documents have another customer, and figures with them.
      void client.invalidateQueries();
    },
  });
}

/** What importing this file would do, or does: `done` tells which. */
export function useImportContacts() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      file,
      columns,
      save: isImport,
    }: {
      file: File;
      columns: string[] | null;
      save: boolean;
    }) => {
      const form = new FormData();
      if (columns) form.append("columns", JSON.stringify(columns));
      form.append("file", file);
      return isImport
        ? post("/api/contacts/import", { body: form })
        : post("/api/contacts/import/preview", { body: form });
    },
    // Also after a failure: some of it may have been saved.
    onSettled: (_done, _error, { save: isImport }) => {
      if (isImport) void client.invalidateQueries({ queryKey: contactKeys.all });
    },
  });
}
