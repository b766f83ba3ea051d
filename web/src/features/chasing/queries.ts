import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { ChasePlanInput } from "../../api/generated/ChasePlanInput";
import type { Occasion } from "../../api/generated/Occasion";
import { get } from "../../api/reads";
import { post, put } from "../../api/writes";
import { ALL_KINDS } from "../../documents/kind";
import { documentKeys } from "../../documents/queries";

/** When a business reminds its customers. */
export const chasePlanQuery = (id: string) =>
  queryOptions({
    queryKey: ["/api/business-profiles", id, "chasing"] as const,
    queryFn: ({ signal }) => get("/api/business-profiles/{id}/chasing", { params: { id }, signal }),
    // Begun from, and not to be taken from under whoever types.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export function useSaveChasePlan(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ChasePlanInput) =>
      put("/api/business-profiles/{id}/chasing", { params: { id }, body }),
    onSuccess: (plan) => {
      client.setQueryData(chasePlanQuery(id).queryKey, plan);
      for (const { kind } of ALL_KINDS) void client.invalidateQueries({ queryKey: documentKeys.all(kind) });
    },
  });
}

/** A reminder as it would go out, in these words. */
export const reminderPreviewQuery = (id: string, occasion: Occasion, words: string) =>
  queryOptions({
    queryKey: ["/api/business-profiles", id, "chasing", "sample", occasion, words] as const,
    queryFn: () =>
      post("/api/business-profiles/{id}/chasing/preview", { params: { id }, body: { occasion, words } }),
    staleTime: 0,
    gcTime: 0,
  });
