import { queryOptions } from "@tanstack/react-query";
import { get } from "../../api/requests";
import { registerOfflineCollection } from "../../offline/waiting/collection";

export const itemKeys = {
  all: ["/api/items"] as const,
  one: (id: string) => ["/api/items", id] as const,
};

export const itemsQuery = queryOptions({
  queryKey: itemKeys.all,
  queryFn: ({ signal }) => get("/api/items", { signal }),
});

export const itemQuery = (id: string) =>
  queryOptions({
    queryKey: itemKeys.one(id),
    queryFn: ({ signal }) => get("/api/items/{id}", { params: { id }, signal }),
  });

/** Lets items be created and changed offline. */
export function registerOfflineItems(): void {
  registerOfflineCollection({
    sort: "item",
    path: "/api/items",
    noun: "item",
    getName: ({ name }) => String(name ?? ""),
    findProblem: ({ name }) => (String(name ?? "").trim() ? null : ["name", "Please enter a name."]),
  });
}
