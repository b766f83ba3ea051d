import { queryOptions } from "@tanstack/react-query";
import { get } from "../../api/requests";
import { registerOfflineCollection } from "../../offline/waiting/collection";

export const contactKeys = {
  all: ["/api/contacts"] as const,
  one: (id: string) => ["/api/contacts", id] as const,
};

export const contactsQuery = queryOptions({
  queryKey: contactKeys.all,
  queryFn: ({ signal }) => get("/api/contacts", { signal }),
});

export const contactQuery = (id: string) =>
  queryOptions({
    queryKey: contactKeys.one(id),
    queryFn: ({ signal }) => get("/api/contacts/{id}", { params: { id }, signal }),
  });

/**
 * The merges into a contact that can be undone. They are under the contact's query key, because a merge
 * changes them.
 */
export const mergesQuery = (id: string) =>
  queryOptions({
    queryKey: [...contactKeys.one(id), "merges"],
    queryFn: ({ signal }) => get("/api/contacts/{id}/merges", { params: { id }, signal }),
  });

/** What each customer owes. The query key is under the dashboard's, because the same changes affect both. */
export const balancesQuery = queryOptions({
  queryKey: ["/api/dashboard", "balances"],
  queryFn: ({ signal }) => get("/api/contacts/balances", { signal }),
});

/** Lets contacts be created and changed offline. */
export function registerOfflineContacts(): void {
  registerOfflineCollection({
    sort: "contact",
    path: "/api/contacts",
    noun: "customer",
    getName: ({ name, company }) => toTrimmedText(name) || toTrimmedText(company),
    findProblem: ({ name, company }) =>
      toTrimmedText(name) || toTrimmedText(company) ? null : ["name", "Please enter a name or a company."],
  });
}

const toTrimmedText = (value: unknown) => String(value ?? "").trim();
