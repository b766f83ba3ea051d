import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { CisStatementInput } from "../../api/generated/CisStatementInput";
import { get, post, remove } from "../../api/requests";

/** Under the dashboard's key, so that whatever invalidates payments invalidates this. */
const CIS_KEY = ["/api/dashboard", "cis"] as const;

/** The ledger of a tax year, by the calendar year in which it begins. */
export const ledgerQuery = (year: string) =>
  queryOptions({
    queryKey: [...CIS_KEY, year] as const,
    queryFn: ({ signal }) => get("/api/cis/{year}", { params: { year }, signal }),
    placeholderData: keepPreviousData,
  });

function useInvalidateCis() {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: CIS_KEY });
}

/** Records a contractor's statement; `id` is the form's own. */
export function useAddStatement() {
  const invalidate = useInvalidateCis();
  return useMutation({
    mutationFn: ({ id, input }: { id: string; input: CisStatementInput }) =>
      post("/api/cis/statements", { body: { id, ...input } }),
    onSuccess: invalidate,
  });
}

export function useRemoveStatement() {
  const invalidate = useInvalidateCis();
  return useMutation({
    mutationFn: (id: string) => remove("/api/cis/statements/{id}", { params: { id } }),
    onSuccess: invalidate,
  });
}
