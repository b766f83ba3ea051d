import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { ReportBasis } from "../../api/generated/ReportBasis";
import type { SumsKind } from "../../api/generated/SumsKind";
import type { SumsReport } from "../../api/generated/SumsReport";
import { get } from "../../api/requests";
import { listPeriods, type Period, parsePeriod } from "../../rules/periods";
import { useSearchParams } from "../../ui/useSearchParams";

/** The reports, by their names in an address. */
export const REPORTS = ["profit", "income", "expenses"] as const;
export type ReportName = (typeof REPORTS)[number];

/** The period and the basis of a report; empty means the server's default for the tax year. */
export interface ReportQuery {
  from: string;
  to: string;
  basis: ReportBasis | "";
}

/** The query parameters of a report, without those left to the server. */
export const toQueryParams = ({ from, to, basis }: ReportQuery) => ({
  from: from || undefined,
  to: to || undefined,
  basis: basis || undefined,
});

/** The lists of a report, by what their rows are grouped by. */
export const GROUPING_LISTS = {
  month: "byMonth",
  category: "byCategory",
  customer: "byCustomer",
  profile: "byProfile",
} as const satisfies Record<string, keyof SumsReport>;
export type ReportGrouping = keyof typeof GROUPING_LISTS;

/**
 * A report of income or expenses. Under the dashboard's key, so that whatever invalidates the dashboard
 * invalidates this.
 */
export const sumsQuery = (report: SumsKind, query: ReportQuery) =>
  queryOptions({
    queryKey: ["/api/dashboard", "reports", report, query] as const,
    queryFn: ({ signal }) =>
      get("/api/reports/{of}", { params: { of: report }, query: toQueryParams(query), signal }),
    placeholderData: keepPreviousData,
  });

/** The profit report. */
export const profitQuery = (query: ReportQuery) =>
  queryOptions({
    queryKey: ["/api/dashboard", "reports", "profit", query] as const,
    queryFn: ({ signal }) => get("/api/reports/profit", { query: toQueryParams(query), signal }),
    placeholderData: keepPreviousData,
  });

/** The records behind a row; without `by`, behind the whole report. */
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

/** What the year pack of a tax year contains, for one business or all. */
export const yearPackQuery = (year: string, business: string) =>
  queryOptions({
    queryKey: ["/api/dashboard", "reports", "year-pack", year, business] as const,
    queryFn: ({ signal }) =>
      get("/api/year-pack/{year}", { params: { year }, query: { business: business || undefined }, signal }),
  });

/** The filters in the address. */
export interface ReportFilters extends ReportQuery {
  report: ReportName;
  /** The period's word in the address; `days` where the first and last day were chosen individually. */
  period: string;
  /** The period's name; null for individually chosen days. */
  label: string | null;
}

/** The period of individually chosen days. */
export const CUSTOM_DAYS = "days";

/** Reads the filters from an address; by default the tax year of `today`. */
export function readReportFilters(params: URLSearchParams, today: string): ReportFilters {
  const report = REPORTS.find((one) => one === params.get("report")) ?? "profit";
  const basis = params.get("basis");
  const [from, to] = [params.get("from") ?? "", params.get("to") ?? ""];
  const shared: Pick<ReportFilters, "report" | "basis"> = {
    report,
    basis: basis === "cash" || basis === "accruals" ? basis : "",
  };
  const offered = listPeriods(today);
  const chosen = offered.find((span) => span.from === from && span.to === to);
  if ((from || to) && !chosen) return { ...shared, period: CUSTOM_DAYS, label: null, from, to };
  const named = chosen ?? parsePeriod(params.get("period") ?? "") ?? (offered[0] as Period);
  return { ...shared, period: named.value, label: named.label, from: named.from, to: named.to };
}

/** Changes the filters in the address; 'back' restores the previous ones. */
export function useReportFilterSetter(): (changes: Record<string, string>) => void {
  const [, setParams] = useSearchParams();
  return (changes) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
}

/** The address of the records behind a row. */
export function buildRecordsPath(
  report: string,
  { from, to, basis }: ReportQuery,
  by: string,
  key: string | null,
): string {
  const params = Object.entries({ from, to, basis, by, key: key ?? "" }).filter(([, value]) => value);
  return `/reports/${report}/records?${new URLSearchParams(params)}`;
}
