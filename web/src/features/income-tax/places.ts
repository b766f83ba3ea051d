import type { ExpensesDetail, ReturnPages, TaxFigure } from "./queries";

/** Where the records behind a figure are. */
export function getRecordsPath(year: string, figure: TaxFigure): string {
  const entries = Object.entries(figure)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(value)]);
  return `/income-tax/${year}/records?${new URLSearchParams(entries)}`;
}

/** Which figure an address asks for; none where it names none. */
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

/** The trade that an address asks for, by its name; a trade may have none. */
export const getTradeParam = (params: URLSearchParams) => params.get("trade") ?? undefined;

/** An address of a trade. */
export const addTradeParam = (path: string, trade: string | undefined) =>
  trade === undefined ? path : `${path}?${new URLSearchParams({ trade })}`;

export const parseReturnPages = (word: string | null): ReturnPages => (word === "short" ? "short" : "full");
export const parseExpensesDetail = (word: string | null): ExpensesDetail =>
  word === "sum" ? "sum" : "categories";
