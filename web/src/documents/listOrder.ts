import type { SortDirection } from "../ui/DataTable";

/** What a list may be ordered by: the ids of the table's columns that sort, and the server's word for each. */
const SORT_FIELDS = {
  number: "number",
  customer: "contactName",
  date: "issueDate",
  due: "dueDate",
  total: "totalAmount",
  left: "balanceDue",
} as const;

type SortColumn = keyof typeof SORT_FIELDS;

export interface ListOrder {
  sort: SortColumn | "";
  order: SortDirection;
}

/** In words, both ways, for a list without heads to press: of each column that sorts, the more usual one first. */
const ORDER_LABELS: Record<SortColumn, [SortDirection, string, string]> = {
  customer: ["asc", "A to Z", "Z to A"],
  number: ["asc", "lowest first", "highest first"],
  date: ["desc", "latest first", "earliest first"],
  due: ["asc", "soonest first", "latest first"],
  left: ["desc", "highest first", "lowest first"],
  total: ["desc", "highest first", "lowest first"],
};

/** The orders to choose from, of the columns that are called so; the newest first is none of a column. */
export function buildOrderOptions(
  columns: Partial<Record<SortColumn, string>>,
): (ListOrder & { label: string })[] {
  const newest: ListOrder & { label: string } = { sort: "", order: "asc", label: "Newest first" };
  const named = Object.entries(columns) as [SortColumn, string][];
  return [
    newest,
    ...named.flatMap(([sort, name]) => {
      const [direction, one, other] = ORDER_LABELS[sort];
      const oppositeDirection: SortDirection = direction === "asc" ? "desc" : "asc";
      return [
        { sort, order: direction, label: `${name}, ${one}` },
        { sort, order: oppositeDirection, label: `${name}, ${other}` },
      ];
    }),
  ];
}

/** The order that an address asks for: none of a word that is no column's. */
export function parseListOrder(params: URLSearchParams): ListOrder {
  const column = params.get("sort") ?? "";
  const sort = Object.hasOwn(SORT_FIELDS, column) ? (column as SortColumn) : "";
  return { sort, order: params.get("order") === "desc" ? "desc" : "asc" };
}

/** The order as the server is asked for it; none where it is the newest first. */
export function toSortParam({ sort, order }: ListOrder): string | undefined {
  return sort === "" ? undefined : `${order === "desc" ? "-" : ""}${SORT_FIELDS[sort]}`;
}

/** The order that the server's word names; the newest first where no column is called so. */
export function parseSortParam(sortParam: string): ListOrder {
  const field = sortParam.replace(/^-/, "");
  const column = (Object.keys(SORT_FIELDS) as SortColumn[]).find((column) => SORT_FIELDS[column] === field);
  return { sort: column ?? "", order: column && sortParam.startsWith("-") ? "desc" : "asc" };
}
