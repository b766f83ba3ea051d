import type { Way } from "../ui/DataTable";

/** What a list may be ordered by: the ids of the table's columns that sort, and the server's word for each. */
const WORDS = {
  number: "number",
  customer: "contactName",
  date: "issueDate",
  due: "dueDate",
  total: "totalAmount",
  left: "balanceDue",
} as const;

type SortColumn = keyof typeof WORDS;

export interface ListOrder {
  sort: SortColumn | "";
  order: Way;
}

/** The order that an address asks for: none of a word that is no column's. */
export function orderOf(params: URLSearchParams): ListOrder {
  const asked = params.get("sort") ?? "";
  const sort = Object.hasOwn(WORDS, asked) ? (asked as SortColumn) : "";
  return { sort, order: params.get("order") === "desc" ? "desc" : "asc" };
}

/** The order as the server is asked for it; none where it is the newest first. */
export function askedOrder({ sort, order }: ListOrder): string | undefined {
  return sort === "" ? undefined : `${order === "desc" ? "-" : ""}${WORDS[sort]}`;
}
