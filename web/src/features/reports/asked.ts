import { useSearchParams } from "react-router";
import { listPeriods, type Period, parsePeriod } from "../../rules/periods";
import type { ReportName, ReportQuery } from "./queries";
import { REPORTS } from "./queries";

/** What the address asks for. */
export interface ReportFilters extends ReportQuery {
  report: ReportName;
  /** The span's word; `days` where first and last day were chosen one by one. */
  period: string;
  /** The span's name, of days that were chosen none. */
  label: string | null;
}

/** Days that were chosen one by one. */
export const CUSTOM_DAYS = "days";

/** What an address asks for on a day: the tax year that the day is in unless it says more. */
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

/** Changes what the address asks for: 'back' keeps what was asked before. */
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

/** Where the records behind a row are. */
export function buildRecordsPath(
  report: string,
  { from, to, basis }: ReportQuery,
  by: string,
  key: string | null,
): string {
  const params = Object.entries({ from, to, basis, by, key: key ?? "" }).filter(([, value]) => value);
  return `/reports/${report}/records?${new URLSearchParams(params)}`;
}
