import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import type { Recurring } from "../../api/generated/Recurring";
import type { RecurringInput } from "../../api/generated/RecurringInput";
import type { RecurringPreview } from "../../api/generated/RecurringPreview";
import { get, post, put, remove } from "../../api/requests";

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

/** The next dates for the typed schedule. The previous result is displayed until the next is known. */
export const upcomingDaysQuery = (preview: RecurringPreview) =>
  queryOptions({
    queryKey: [...recurringKeys.all, "preview", preview],
    queryFn: () => post("/api/recurring/preview", { body: preview }),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 60_000,
  });

function cacheRecurring(client: QueryClient, recurring: Recurring) {
  client.setQueryData(recurringKeys.one(recurring.id), recurring);
  void client.invalidateQueries({ queryKey: recurringKeys.list });
  void client.invalidateQueries({ queryKey: ["/api/dashboard"] });
}

function useRecurringMutation<Input>(send: (input: Input) => Promise<Recurring>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: send, onSuccess: (recurring) => cacheRecurring(client, recurring) });
}

/**
 * Creates a recurring invoice; `id` is the form's own, so that a retry after a lost response doesn't create a
 * second one.
 */
export const useCreateRecurring = () =>
  useRecurringMutation(({ id, input }: { id: string; input: RecurringInput }) =>
    post("/api/recurring", { body: { id, ...input } }),
  );

export const useUpdateRecurring = () =>
  useRecurringMutation(
    ({ recurring: { id, version }, input }: { recurring: Recurring; input: RecurringInput }) =>
      put("/api/recurring/{id}", { params: { id }, body: { version, ...input } }),
  );

export const usePauseRecurring = (id: string) =>
  useRecurringMutation(() => post("/api/recurring/{id}/pause", { params: { id } }));

export const useResumeRecurring = (id: string) =>
  useRecurringMutation(() => post("/api/recurring/{id}/resume", { params: { id } }));

/** Skips its next date. */
export const useSkipDay = (id: string) =>
  useRecurringMutation((day: string) => post("/api/recurring/{id}/skip", { params: { id }, body: { day } }));

export function useDeleteRecurring() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => remove("/api/recurring/{id}", { params: { id } }),
    onSuccess: (_, id) => {
      void client.invalidateQueries({ queryKey: recurringKeys.list });
      void client.invalidateQueries({ queryKey: ["/api/dashboard"] });
      client.removeQueries({ queryKey: recurringKeys.one(id), type: "inactive" });
    },
  });
}
