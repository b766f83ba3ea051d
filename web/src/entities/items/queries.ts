import { queryOptions } from "@tanstack/react-query";
import { get } from "../../api/reads";

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
