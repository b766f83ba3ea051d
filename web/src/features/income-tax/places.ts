import type { ExpensesAs, Figure, FormPages } from "./queries";

/** Where the records behind a figure are. */
export function placeOf(year: string, figure: Figure): string {
  const given = Object.entries(figure)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(value)]);
  return `/income-tax/${year}/records?${new URLSearchParams(given)}`;
}

/** Which figure an address asks for; none where it names none. */
export function figureOf(params: URLSearchParams): Figure | undefined {
  const text = (name: string) => params.get(name) ?? "";
  if (text("of") === "update" && text("field")) {
    return {
      of: "update",
      number: text("number"),
      expenses: asExpenses(text("expenses")),
      field: text("field"),
      trade: tradeOf(params),
    };
  }
  const box = Number(text("box"));
  if (text("of") !== "return" || !Number.isInteger(box) || box <= 0) return undefined;
  return { of: "return", pages: asPages(text("pages")), box, trade: tradeOf(params) };
}

/** The trade that an address asks for, by its name; a trade may have none. */
export const tradeOf = (params: URLSearchParams) => params.get("trade") ?? undefined;

/** An address of a trade. */
export const ofTrade = (path: string, trade: string | undefined) =>
  trade === undefined ? path : `${path}?${new URLSearchParams({ trade })}`;

export const asPages = (word: string | null): FormPages => (word === "short" ? "short" : "full");
export const asExpenses = (word: string | null): ExpensesAs => (word === "sum" ? "sum" : "categories");
