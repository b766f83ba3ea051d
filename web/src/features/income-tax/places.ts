import { TAX_YEAR_BEGINS } from "../../api/generated/rates";
import type { ExpensesAs, Figure, FormPages } from "./queries";

/** The tax year of a day, by the calendar year in which it begins. */
export function yearOf(today: string): string {
  const year = Number(today.slice(0, 4));
  return String(today.slice(5) >= TAX_YEAR_BEGINS ? year : year - 1);
}

/** `2026/27` */
export const nameOf = (year: string) => `${year}/${String((Number(year) + 1) % 100).padStart(2, "0")}`;

/** Where the records behind a figure are. */
export function placeOf(year: string, figure: Figure): string {
  const given = Object.entries(figure).map(([name, value]) => [name, String(value)]);
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
    };
  }
  const box = Number(text("box"));
  if (text("of") !== "return" || !Number.isInteger(box) || box <= 0) return undefined;
  return { of: "return", pages: asPages(text("pages")), box };
}

export const asPages = (word: string | null): FormPages => (word === "short" ? "short" : "full");
export const asExpenses = (word: string | null): ExpensesAs => (word === "sum" ? "sum" : "categories");
