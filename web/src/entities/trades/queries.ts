import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { TaxTradeChoice } from "../../api/generated/TaxTradeChoice";
import { get, put } from "../../api/requests";

/** The query key is under the dashboard's, because every change of income or expenses affects it. */
export const getIncomeTaxKey = (...more: unknown[]) => ["/api/dashboard", "income-tax", ...more] as const;

/** A tax year, identified by the calendar year in which it begins, with the trades of the account. */
export const taxYearQuery = (year: string) =>
  queryOptions({
    queryKey: getIncomeTaxKey(year),
    queryFn: ({ signal }) => get("/api/income-tax/{year}", { params: { year }, signal }),
    placeholderData: keepPreviousData,
  });

/** Returns a function that refetches everything about Income Tax. */
export function useInvalidateIncomeTax() {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: getIncomeTaxKey() });
}

/** Assigns a business to a trade. */
export function useSetTrade() {
  const invalidateIncomeTax = useInvalidateIncomeTax();
  return useMutation({
    mutationFn: (body: TaxTradeChoice) => put("/api/income-tax/trades", { body }),
    onSuccess: invalidateIncomeTax,
  });
}
