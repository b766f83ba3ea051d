import { expect, it } from "vitest";
import { buildOrderOptions, parseListOrder, parseSortParam, toSortParam } from "./queries";

/** The label of each order and the server's name for it. */
const ORDERS: [label: string, word: string | undefined][] = [
  ["Newest first", undefined],
  ["Customer, A to Z", "contactName"],
  ["Customer, Z to A", "-contactName"],
  ["Number, lowest first", "number"],
  ["Number, highest first", "-number"],
  ["Date, latest first", "-issueDate"],
  ["Date, earliest first", "issueDate"],
  ["Due date, soonest first", "dueDate"],
  ["Due date, latest first", "-dueDate"],
  ["Left to pay, highest first", "-balanceDue"],
  ["Left to pay, lowest first", "balanceDue"],
  ["Total, highest first", "-totalAmount"],
  ["Total, lowest first", "totalAmount"],
];

const offered = buildOrderOptions({
  customer: "Customer",
  number: "Number",
  date: "Date",
  due: "Due date",
  left: "Left to pay",
  total: "Total",
});

it("sends the server the name of each order", () => {
  expect(offered.map((one) => [one.label, toSortParam(one)])).toEqual(ORDERS);
});

it.each(offered)("reads an order back from the address and from a view: $label", (one) => {
  const { sort, order } = one;
  expect(parseListOrder(new URLSearchParams({ sort, order }))).toEqual({ sort, order });
  expect(parseSortParam(toSortParam(one) ?? "")).toEqual({ sort, order });
});

it("ignores a column that does not exist", () => {
  expect(parseListOrder(new URLSearchParams("sort=toString&order=desc")).sort).toBe("");
  expect(parseSortParam("-price")).toEqual({ sort: "", order: "asc" });
});
