import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { TaxTradeChoice } from "../../api/generated/TaxTradeChoice";
import { get } from "../../api/reads";
import { put } from "../../api/writes";

/** It hangs under the dashboard's key: whatever changes income or expenses changes this. */
export const incomeTaxKey = (...more: unknown[]) => ["/api/dashboard", "income-tax", ...more] as const;

/** A tax year, by the calendar year in which it begins; with the trades of the account. */
export const yearQuery = (year: string) =>
  queryOptions({
    queryKey: incomeTaxKey(year),
    queryFn: ({ signal }) => get("/api/income-tax/{year}", { params: { year }, signal }),
    placeholderData: keepPreviousData,
  });

/** Has all that is known of Income Tax asked for anew. */
export function useIncomeTaxChanged() {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: incomeTaxKey() });
}

/** Sets which trade a business belongs to. */
export function useSetTrade() {
  const changed = useIncomeTaxChanged();
  return useMutation({
    mutationFn: (body: TaxTradeChoice) => put("/api/income-tax/trades", { body }),
    onSuccess: changed,
  });
}
