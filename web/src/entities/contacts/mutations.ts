import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { post, put, remove } from "../../api/requests";
import { type Contact, type ContactInput, toContactInput } from "./contact";
import { contactKeys } from "./queries";

function updateCachedContact(client: QueryClient, contact: Contact) {
  client.setQueryData(contactKeys.one(contact.id), contact);
  void client.invalidateQueries({ queryKey: contactKeys.all });
}

/**
 * Creates a contact; `id` comes from the form, so that a retry after a lost response doesn't create a second
 * one.
 */
export function useCreateContact() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, input }: { id: string; input: ContactInput }) =>
      post("/api/contacts", { body: { id, ...toContactInput(input) } }),
    onSuccess: (contact) => updateCachedContact(client, contact),
  });
}

/** Queries that contain customers' names: they are refetched when a contact changes. */
const QUERIES_WITH_CUSTOMER_NAMES = [
  "/api/quotes",
  "/api/invoices",
  "/api/credit-notes",
  "/api/recurring",
  "/api/dashboard",
];

/** Changes a contact; fails with 409 if another user has changed it meanwhile. */
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

/** Deletes a contact. Issued documents have their own copy of the customer. */
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

/** Merges `other` into `contact`, which gets the documents of both. */
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
      // Documents now belong to another customer, and totals change with them.
      void client.invalidateQueries();
    },
  });
}

/** Undoes a merge: `other`, which was merged into `contact`, becomes a contact of its own again. */
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
      // Documents now belong to another customer, and totals change with them.
      void client.invalidateQueries();
    },
  });
}

/** Previews or performs the import of a file, depending on `save`. */
export function useImportContacts() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ file, columns, save }: { file: File; columns: string[] | null; save: boolean }) => {
      const form = new FormData();
      if (columns) form.append("columns", JSON.stringify(columns));
      form.append("file", file);
      return save
        ? post("/api/contacts/import", { body: form })
        : post("/api/contacts/import/preview", { body: form });
    },
    // Also after a failure, because part of it may have been saved.
    onSettled: (_done, _error, { save }) => {
      if (save) void client.invalidateQueries({ queryKey: contactKeys.all });
    },
  });
}
