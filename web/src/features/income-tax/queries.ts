import { keepPreviousData, queryOptions, useMutation } from "@tanstack/react-query";
import type { OtherIncomeInput } from "../../api/generated/OtherIncomeInput";
import type { ReportBasis } from "../../api/generated/ReportBasis";
import type { TaxChoices } from "../../api/generated/TaxChoices";
import { get, post, put, remove } from "../../api/requests";
import { getIncomeTaxKey, useInvalidateIncomeTax } from "../../entities/trades/queries";

/** The full or the short self-employment pages. */
export type ReturnPages = "full" | "short";
/** How an update reports expenses: by category or as one sum. */
export type ExpensesDetail = "categories" | "sum";

/** A company's profit in a period. */
export const companyProfitQuery = (query: { from: string; to: string; basis: ReportBasis }) =>
  queryOptions({
    queryKey: getIncomeTaxKey("company", query),
    queryFn: ({ signal }) => get("/api/reports/profit", { query, signal }),
  });

/**
 * The choices for a tax year, for editing: the form starts from them, and they must not change while somebody
 * types.
 */
export const choicesQuery = (year: string) =>
  queryOptions({
    queryKey: getIncomeTaxKey(year, "choices"),
    queryFn: async ({ signal }) => get("/api/income-tax/{year}", { params: { year }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** The return of a trade, by its name; without a name, of the first trade. */
export const returnQuery = (year: string, pages: ReturnPages, trade?: string) =>
  queryOptions({
    queryKey: getIncomeTaxKey(year, "return", pages, trade),
    queryFn: ({ signal }) =>
      get("/api/income-tax/{year}/return", { params: { year }, query: { pages, trade }, signal }),
    placeholderData: keepPreviousData,
  });

export const updateQuery = (year: string, number: string, expenses: ExpensesDetail, trade?: string) =>
  queryOptions({
    queryKey: getIncomeTaxKey(year, "updates", number, expenses, trade),
    queryFn: ({ signal }) =>
      get("/api/income-tax/{year}/updates/{number}", {
        params: { year, number },
        query: { expenses, trade },
        signal,
      }),
    placeholderData: keepPreviousData,
    retry: false,
  });

/** Identifies a figure whose records are displayed. */
export type TaxFigure =
  | { of: "return"; pages: ReturnPages; box: number; trade?: string | undefined }
  | { of: "update"; number: string; expenses: ExpensesDetail; field: string; trade?: string | undefined };

export const recordsQuery = (year: string, figure: TaxFigure) =>
  queryOptions({
    queryKey: getIncomeTaxKey(year, "records", figure),
    queryFn: ({ signal }) =>
      figure.of === "return"
        ? get("/api/income-tax/{year}/return/records", {
            params: { year },
            query: { pages: figure.pages, box: figure.box, trade: figure.trade },
            signal,
          })
        : get("/api/income-tax/{year}/updates/{number}/records", {
            params: { year, number: figure.number },
            query: { expenses: figure.expenses, field: figure.field, trade: figure.trade },
            signal,
          }),
  });

/** Saves the choices for a tax year. */
export function useSaveTaxChoices(year: string) {
  const invalidate = useInvalidateIncomeTax();
  return useMutation({
    mutationFn: (body: TaxChoices) => put("/api/income-tax/{year}/choices", { params: { year }, body }),
    onSuccess: invalidate,
  });
}

/** Adds income without an invoice; `id` is the form's own. */
export function useAddOtherIncome() {
  const invalidate = useInvalidateIncomeTax();
  return useMutation({
    mutationFn: ({ id, input }: { id: string; input: OtherIncomeInput }) =>
      post("/api/income-tax/other-income", { body: { id, ...input } }),
    onSuccess: invalidate,
  });
}

export function useRemoveOtherIncome() {
  const invalidate = useInvalidateIncomeTax();
  return useMutation({
    mutationFn: (id: string) => remove("/api/income-tax/other-income/{id}", { params: { id } }),
    onSuccess: invalidate,
  });
}

/** The address of the records behind a figure. */
export function getRecordsPath(year: string, figure: TaxFigure): string {
  const entries = Object.entries(figure)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(value)]);
  return `/income-tax/${year}/records?${new URLSearchParams(entries)}`;
}

/** The figure that an address names; undefined when it names no figure. */
export function parseFigure(params: URLSearchParams): TaxFigure | undefined {
  const text = (name: string) => params.get(name) ?? "";
  if (text("of") === "update" && text("field")) {
    return {
      of: "update",
      number: text("number"),
      expenses: parseExpensesDetail(text("expenses")),
      field: text("field"),
      trade: getTradeParam(params),
    };
  }
  const box = Number(text("box"));
  if (text("of") !== "return" || !Number.isInteger(box) || box <= 0) return undefined;
  return { of: "return", pages: parseReturnPages(text("pages")), box, trade: getTradeParam(params) };
}

/** The trade in the address, by its name; a trade's name may be empty. */
export const getTradeParam = (params: URLSearchParams) => params.get("trade") ?? undefined;

/** Adds a trade to an address. */
export const addTradeParam = (path: string, trade: string | undefined) =>
  trade === undefined ? path : `${path}?${new URLSearchParams({ trade })}`;

export const parseReturnPages = (word: string | null): ReturnPages => (word === "short" ? "short" : "full");
export const parseExpensesDetail = (word: string | null): ExpensesDetail =>
  word === "sum" ? "sum" : "categories";
