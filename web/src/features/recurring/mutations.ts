import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Recurring } from "../../api/generated/Recurring";
import type { RecurringInput } from "../../api/generated/RecurringInput";
import { post, put, remove } from "../../api/writes";
import { recurringKeys } from "./queries";

function settle(client: QueryClient, recurring: Recurring) {
  client.setQueryData(recurringKeys.one(recurring.id), recurring);
  void client.invalidateQueries({ queryKey: recurringKeys.list });
  void client.invalidateQueries({ queryKey: ["/api/dashboard"] });
}

function useDeed<Asked>(deed: (asked: Asked) => Promise<Recurring>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: deed, onSuccess: (recurring) => settle(client, recurring) });
}

/** Keeps one; `id` is the form's own, so that a repeat after a lost answer makes no second one. */
export const useCreateRecurring = () =>
  useDeed(({ id, input }: { id: string; input: RecurringInput }) =>
    post("/api/recurring", { body: { id, ...input } }),
  );

export const useUpdateRecurring = () =>
  useDeed(({ recurring: { id, version }, input }: { recurring: Recurring; input: RecurringInput }) =>
    put("/api/recurring/{id}", { params: { id }, body: { version, ...input } }),
  );

export const usePauseRecurring = (id: string) =>
  useDeed(() => post("/api/recurring/{id}/pause", { params: { id } }));

export const useResumeRecurring = (id: string) =>
  useDeed(() => post("/api/recurring/{id}/resume", { params: { id } }));

/** Passes its next day over. */
export const useSkipDay = (id: string) =>
  useDeed((day: string) => post("/api/recurring/{id}/skip", { params: { id }, body: { day } }));

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
