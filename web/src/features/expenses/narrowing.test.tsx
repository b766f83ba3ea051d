// @vitest-environment window
// The filters and the order of the list of expenses, and the export with the same filters.
import { renderHook, screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import type { ExpenseList } from "../../api/generated/ExpenseList";
import { mockResponse } from "../../testing/network";
import { openSignedIn } from "../../testing/open-app";
import { expenseOrders, useExpensesSorting } from "./ExpensesPage";

const LIST: ExpenseList = {
  data: [
    {
      id: "e1",
      date: "2026-06-01",
      supplier: "Screwfix",
      description: "Copper pipe",
      category: "costOfGoods",
      amount: "24.60",
      vatAmount: "4.10",
      job: "",
      mileage: null,
      repeats: false,
      receiptCount: 0,
    },
  ],
  nextCursor: null,
  total: 1,
  totalAmount: "24.60",
  totalVat: "4.10",
};

it("filters by category and by missing receipt, and exports with the same filters", async () => {
  const asked = mockResponse("GET /api/expenses", LIST);
  const user = await openSignedIn("/expenses?period=2026-27");
  const last = (name: string) => asked.at(-1)?.query.get(name);
  await screen.findByRole("table", { name: "Expenses" });
  await user.selectOptions(screen.getByLabelText("Category"), "Phone and office");
  await waitFor(() => expect(last("category")).toBe("adminCosts"));
  expect(last("receipt") ?? "").toBe("");
  await user.selectOptions(screen.getByLabelText("Receipt"), "Without a receipt");
  await waitFor(() => expect(last("receipt")).toBe("without"));
  await user.click(screen.getByRole("button", { name: "More actions" }));
  const menu = within(await screen.findByRole("menu"));
  const file = new URL(
    menu.getByRole("menuitem", { name: "Export as CSV" }).getAttribute("href") ?? "",
    "http://a",
  );
  expect(file.pathname).toBe("/api/expenses/export");
  for (const name of ["category", "receipt", "from", "to", "sort"]) {
    expect([name, file.searchParams.get(name) ?? ""]).toEqual([name, last(name) ?? ""]);
  }
});

it.each([
  ["Latest first", ""],
  ["Oldest first", "date"],
  ["Amount, highest first", "-amount"],
  ["Amount, lowest first", "amount"],
  ["Supplier, A to Z", "supplier"],
  ["Last added first", "-createdAt"],
])("sorts by the server's parameter for '%s'", (label, word) => {
  const { sort, order } = expenseOrders.find((one) => one.label === label) ?? {};
  const { result } = renderHook(useExpensesSorting, {
    wrapper: ({ children }) => (
      <MemoryRouter initialEntries={[`/expenses?sort=${sort}&order=${order}`]}>{children}</MemoryRouter>
    ),
  });
  expect(result.current.sort).toBe(word);
});
