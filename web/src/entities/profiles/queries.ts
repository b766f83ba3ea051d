import { queryOptions } from "@tanstack/react-query";
import { get } from "../../api/reads";

export const profileKeys = {
  all: ["/api/business-profiles"] as const,
  one: (id: string) => ["/api/business-profiles", id] as const,
};

export const profilesQuery = queryOptions({
  queryKey: profileKeys.all,
  queryFn: ({ signal }) => get("/api/business-profiles", { signal }),
});

export const profileQuery = (id: string) =>
  queryOptions({
    queryKey: profileKeys.one(id),
    queryFn: ({ signal }) => get("/api/business-profiles/{id}", { params: { id }, signal }),
  });

/** How a profile's documents are numbered, one entry a kind. */
export const numberingQuery = (id: string) =>
  queryOptions({
    queryKey: [...profileKeys.one(id), "numbering"] as const,
    queryFn: ({ signal }) => get("/api/business-profiles/{id}/numbering", { params: { id }, signal }),
  });
