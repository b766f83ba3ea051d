import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { RecurringPreview } from "../../api/generated/RecurringPreview";
import { get } from "../../api/reads";
import { post } from "../../api/writes";

export const recurringKeys = {
  all: ["/api/recurring"] as const,
  list: ["/api/recurring", "list"] as const,
  one: (id: string) => ["/api/recurring", "one", id] as const,
};

export const recurringListQuery = queryOptions({
  queryKey: recurringKeys.list,
  queryFn: ({ signal }) => get("/api/recurring", { signal }),
});

export const recurringQuery = (id: string) =>
  queryOptions({
    queryKey: recurringKeys.one(id),
    queryFn: ({ signal }) => get("/api/recurring/{id}", { params: { id }, signal }),
  });

/** The days that what is typed would come on. What they were stands until the next are known. */
export const upcomingDaysQuery = (preview: RecurringPreview) =>
  queryOptions({
    queryKey: [...recurringKeys.all, "preview", preview],
    queryFn: () => post("/api/recurring/preview", { body: preview }),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 60_000,
  });
