import { queryOptions } from "@tanstack/react-query";
import { get } from "../../api/client";
import type { Contact } from "./contact";

export const contactKeys = {
  all: ["/api/contacts"] as const,
  one: (id: string) => ["/api/contacts", id] as const,
};

export const contactsQuery = queryOptions({
  queryKey: contactKeys.all,
  queryFn: ({ signal }) => get<Contact[]>("/api/contacts", signal),
});

export const contactQuery = (id: string) =>
  queryOptions({
    queryKey: contactKeys.one(id),
    queryFn: ({ signal }) => get<Contact>(`/api/contacts/${encodeURIComponent(id)}`, signal),
  });
