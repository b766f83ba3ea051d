import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { get, put } from "../../api/requests";

/** The percentage that the user sets aside for tax. */
export const taxPotQuery = queryOptions({
  queryKey: ["/api/income-tax/pot"] as const,
  queryFn: ({ signal }) => get("/api/income-tax/pot", { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The account's businesses for VAT, shared with the VAT page. */
export const vatBusinessesQuery = queryOptions({
  queryKey: ["/api/dashboard", "vat", "businesses"] as const,
  queryFn: ({ signal }) => get("/api/vat", { signal }),
});

/** Saves the percentage. */
export function useSaveTaxPot() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (percentage: string) => put("/api/income-tax/pot", { body: { percentage } }),
    onSuccess: (pot) => client.setQueryData(taxPotQuery.queryKey, pot),
  });
}
