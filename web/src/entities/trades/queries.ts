import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { TaxTradeChoice } from "../../api/generated/TaxTradeChoice";
import { get, put } from "../../api/requests";

/** It hangs under the dashboard's key: whatever changes income or expenses changes this. */
export const getIncomeTaxKey = (...more: unknown[]) => ["/api/dashboard", "income-tax", ...more] as const;

/** A tax year, by the calendar year in which it begins; with the trades of the account. */
export const taxYearQuery = (year: string) =>
  queryOptions({
    queryKey: getIncomeTaxKey(year),
    queryFn: ({ signal }) => get("/api/income-tax/{year}", { params: { year }, signal }),
    placeholderData: keepPreviousData,
  });

/** Has all that is known of Income Tax asked for anew. */
export function useInvalidateIncomeTax() {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: getIncomeTaxKey() });
}

/** Sets which trade a business belongs to. */
export function useSetTrade() {
  const invalidateIncomeTax = useInvalidateIncomeTax();
  return useMutation({
    mutationFn: (body: TaxTradeChoice) => put("/api/income-tax/trades", { body }),
    onSuccess: invalidateIncomeTax,
  });
}
