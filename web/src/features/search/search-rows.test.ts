import { House } from "lucide-react";
import { describe, expect, it } from "vitest";
import type { SearchResults } from "../../api/generated/SearchResults";
import { createSummary } from "../../testing/fixtures";
import { groupSearchRows, parseSearch } from "./search-rows";

const MARGARET = { id: "c1", name: "Margaret Holroyd", company: "", city: "Leeds", post_code: "LS1 4AP" };
const COVER = {
  id: "r1",
  name: "Boiler cover",
  contactName: MARGARET.name,
  jobDescription: "",
  totalAmount: "15.00",
  repeat: "monthly",
  makes: "draft",
  paused: false,
  trouble: null,
  nextDay: "2026-12-01",
} as const;

/** One of each type; the amounts all differ. */
const FOUND: SearchResults = {
  documents: [
    createSummary("quote", { id: "q1", number: "Q-1" }),
    createSummary("quote", { id: "q2", number: null, status: "draft" }),
    createSummary("invoice", { id: "i1", number: "I-1" }),
    createSummary("invoice", { id: "i2", number: null, status: "draft" }),
    // It has a payment to confirm, which is done on the page where it is read.
    createSummary("invoice", { id: "i3", number: "I-3", status: "draft", toConfirm: "5.00" }),
    createSummary("credit_note", { id: "n1", number: "CN-1" }),
    createSummary("credit_note", { id: "n2", number: null, status: "draft" }),
  ],
  contacts: [MARGARET, { ...MARGARET, id: "c2", name: "", company: "Mill & Co" }],
  items: [{ id: "t1", name: "Kitchen tap", code: "KT", price: "85.00", unit: "piece" }],
  expenses: [{ id: "e1", name: "Screwfix", description: "Pipe", date: "2026-09-01", amount: "24.60" }],
  recurring: [COVER, { ...COVER, id: "r2", paused: true, totalAmount: "16.00" }],
  templates: [{ id: "l1", name: "Bathroom", jobDescription: "A new bathroom", totalAmount: "4200.00" }],
};

const HOME = { label: "Dashboard", icon: House, to: "/dashboard", also: "mary" };

const findRows = (title: string, typed = "mary") => {
  const groups = groupSearchRows(parseSearch(typed), FOUND, [HOME]);
  const group = groups.find((one) => one.title === title);
  return (group?.rows ?? []).map(({ id, to }) => [id, to]);
};

describe("each result links to its page", () => {
  it.each([
    [
      "Quotes and invoices",
      [
        ["q1", "/quotes/q1"],
        ["q2", "/quotes/edit/q2"],
        ["i1", "/invoices/i1"],
        ["i2", "/invoices/edit/i2"],
        ["i3", "/invoices/i3"],
        ["n1", "/credit-notes/n1"],
        ["n2", "/credit-notes/n2"],
      ],
    ],
    [
      "Contacts",
      [
        ["c1", "/contacts/c1"],
        ["c2", "/contacts/c2"],
      ],
    ],
    ["Items", [["t1", "/items/edit/t1"]]],
    ["Expenses", [["e1", "/expenses/edit/e1"]]],
    [
      "Recurring invoices",
      [
        ["r1", "/recurring/r1"],
        ["r2", "/recurring/r2"],
      ],
    ],
    // A template has no page of its own: the row creates a quote from it.
    ["Quote templates", [["l1", "/quotes/create?template=l1"]]],
    [
      "Do",
      [
        ["new-quote-c1", "/quotes/create?contactId=c1"],
        ["new-invoice-c1", "/invoices/create?contactId=c1"],
        ["new-quote-c2", "/quotes/create?contactId=c2"],
        ["new-invoice-c2", "/invoices/create?contactId=c2"],
        ["go-/dashboard", "/dashboard"],
      ],
    ],
  ])("in the group %s", (title, rows) => {
    expect(findRows(title)).toEqual(rows);
  });

  it("in these groups only", () => {
    const titles = groupSearchRows(parseSearch("mary"), FOUND, [HOME]).map(({ title }) => title);
    expect(titles).toEqual([
      "Quotes and invoices",
      "Contacts",
      "Items",
      "Expenses",
      "Recurring invoices",
      "Quote templates",
      "Do",
    ]);
  });
});

it("offers to create the requested kind of document first", () => {
  const groups = groupSearchRows(parseSearch("new invoice for mary"), FOUND, []);
  expect(groups.map(({ title }) => title)).toEqual(["Do", "Quotes and invoices", "Contacts"]);
  expect(groups[0]?.rows.map(({ to }) => to)).toEqual([
    "/invoices/create?contactId=c1",
    "/invoices/create?contactId=c2",
  ]);
  expect(groups[1]?.rows.map(({ id }) => id)).toEqual(["i1", "i2", "i3"]);
});

it("shows the amount of each result", () => {
  const groups = groupSearchRows(parseSearch("mary"), FOUND, []);
  const prices = groups.flatMap(({ rows }) => rows.flatMap(({ id, price }) => (price ? [[id, price]] : [])));
  expect(prices).toEqual([
    ["t1", "85.00"],
    ["e1", "24.60"],
    ["r1", "15.00"],
    ["r2", "16.00"],
    ["l1", "4200.00"],
  ]);
});
