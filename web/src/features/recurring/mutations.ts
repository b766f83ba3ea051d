import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Recurring } from "../../api/generated/Recurring";
import type { RecurringInput } from "../../api/generated/RecurringInput";
import { post, put, remove } from "../../api/writes";
import { recurringKeys } from "./queries";

function cacheRecurring(client: QueryClient, recurring: Recurring) {
  client.setQueryData(recurringKeys.one(recurring.id), recurring);
  void client.invalidateQueries({ queryKey: recurringKeys.list });
  void client.invalidateQueries({ queryKey: ["/api/dashboard"] });
}

function useRecurringMutation<Input>(send: (input: Input) => Promise<Recurring>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: send, onSuccess: (recurring) => cacheRecurring(client, recurring) });
}

/** Keeps one; `id` is the form's own, so that a repeat after a lost answer makes no second one. */
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

/** Passes its next day over. */
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
