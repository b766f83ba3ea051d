import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { ReportBasis } from "../../api/generated/ReportBasis";
import type { SumsKind } from "../../api/generated/SumsKind";
import type { SumsReport } from "../../api/generated/SumsReport";
import { get } from "../../api/reads";

/** The reports, by their words in an address. */
export const REPORTS = ["profit", "income", "expenses"] as const;
export type ReportName = (typeof REPORTS)[number];

/** Which days a report is of, and how it counts; empty: as the server says of the tax year. */
export interface ReportQuery {
  from: string;
  to: string;
  basis: ReportBasis | "";
}

/** What a report is asked by in an address, less what is left to the server. */
export const toQueryParams = ({ from, to, basis }: ReportQuery) => ({
  from: from || undefined,
  to: to || undefined,
  basis: basis || undefined,
});

/** The lists of a report, by what the rows of each have in common. */
export const GROUPING_LISTS = {
  month: "byMonth",
  category: "byCategory",
  customer: "byCustomer",
  profile: "byProfile",
} as const satisfies Record<string, keyof SumsReport>;
export type ReportGrouping = keyof typeof GROUPING_LISTS;

/** What was earned, or spent. It hangs under the dashboard's key: whatever changes that figure changes this. */
export const sumsQuery = (report: SumsKind, query: ReportQuery) =>
  queryOptions({
    queryKey: ["/api/dashboard", "reports", report, query] as const,
    queryFn: ({ signal }) =>
      get("/api/reports/{of}", { params: { of: report }, query: toQueryParams(query), signal }),
    placeholderData: keepPreviousData,
  });

/** What is left. */
export const profitQuery = (query: ReportQuery) =>
  queryOptions({
    queryKey: ["/api/dashboard", "reports", "profit", query] as const,
    queryFn: ({ signal }) => get("/api/reports/profit", { query: toQueryParams(query), signal }),
    placeholderData: keepPreviousData,
  });

/** The records behind a row: without `by` behind all of the report. */
export const reportRecordsQuery = (
  report: SumsKind,
  query: ReportQuery,
  by: ReportGrouping | undefined,
  key: string,
) =>
  queryOptions({
    queryKey: ["/api/dashboard", "reports", report, "records", query, by, key] as const,
    queryFn: ({ signal }) =>
      get("/api/reports/{of}/records", {
        params: { of: report },
        query: { ...toQueryParams(query), by, key: key || undefined },
        signal,
      }),
  });

/** What the year pack of a tax year holds, of one business or of all. */
export const yearPackQuery = (year: string, business: string) =>
  queryOptions({
    queryKey: ["/api/dashboard", "reports", "year-pack", year, business] as const,
    queryFn: ({ signal }) =>
      get("/api/year-pack/{year}", { params: { year }, query: { business: business || undefined }, signal }),
  });
