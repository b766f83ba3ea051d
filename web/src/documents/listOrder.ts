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

/** In words, both ways, for a list without heads to press: of each column that sorts, the more usual one first. */
const IN_WORDS: Record<SortColumn, [Way, string, string]> = {
  customer: ["asc", "A to Z", "Z to A"],
  number: ["asc", "lowest first", "highest first"],
  date: ["desc", "latest first", "earliest first"],
  due: ["asc", "soonest first", "latest first"],
  left: ["desc", "highest first", "lowest first"],
  total: ["desc", "highest first", "lowest first"],
};

/** The orders to choose from, of the columns that are called so; the newest first is none of a column. */
export function ordersInWords(
  columns: Partial<Record<SortColumn, string>>,
): (ListOrder & { label: string })[] {
  const newest: ListOrder & { label: string } = { sort: "", order: "asc", label: "Newest first" };
  const named = Object.entries(columns) as [SortColumn, string][];
  return [
    newest,
    ...named.flatMap(([sort, name]) => {
      const [way, one, other] = IN_WORDS[sort];
      const back: Way = way === "asc" ? "desc" : "asc";
      return [
        { sort, order: way, label: `${name}, ${one}` },
        { sort, order: back, label: `${name}, ${other}` },
      ];
    }),
  ];
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

/** The order that the server's word names; the newest first where no column is called so. */
export function orderOfWord(word: string): ListOrder {
  const bare = word.replace(/^-/, "");
  const found = (Object.keys(WORDS) as SortColumn[]).find((column) => WORDS[column] === bare);
  return { sort: found ?? "", order: found && word.startsWith("-") ? "desc" : "asc" };
}
