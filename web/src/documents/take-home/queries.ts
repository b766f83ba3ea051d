import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { get, put } from "../../api/requests";

/** What the person puts aside for tax. */
export const taxPotQuery = queryOptions({
  queryKey: ["/api/income-tax/pot"] as const,
  queryFn: ({ signal }) => get("/api/income-tax/pot", { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The businesses of the account as VAT sees them; the page of VAT reads the same. */
export const vatBusinessesQuery = queryOptions({
  queryKey: ["/api/dashboard", "vat", "businesses"] as const,
  queryFn: ({ signal }) => get("/api/vat", { signal }),
});

/** Sets the percentage. */
export function useSaveTaxPot() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (percentage: string) => put("/api/income-tax/pot", { body: { percentage } }),
    onSuccess: (pot) => client.setQueryData(taxPotQuery.queryKey, pot),
  });
}
