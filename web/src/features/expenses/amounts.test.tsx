// @vitest-environment window
import type { ExpenseSummary } from "../../api/generated/ExpenseSummary";
import { mockResponse } from "../../testing/network";
import { describeAmounts } from "../../testing/screen-amounts";

const PIPE: ExpenseSummary = {
  id: "6c0c4f8e-9b15-4f7d-8d34-0a7b5c9d1e04",
  date: "2026-06-01",
  supplier: "Screwfix",
  description: "Copper pipe",
  category: "costOfGoods",
  amount: "24.60",
  vatAmount: "4.10",
  job: "3 Mill Lane",
  mileage: null,
  repeats: true,
  receiptCount: 2,
};
const STAMPS = {
  ...PIPE,
  id: "6c0c4f8e-9b15-4f7d-8d34-0a7b5c9d1e05",
  supplier: "Post Office",
  category: "adminCosts" as const,
  repeats: false,
  receiptCount: 0,
  amount: "8.00",
  vatAmount: "0.00",
};

describeAmounts("the expenses", {
  path: "/expenses",
  besides: () =>
    mockResponse("GET /api/expenses", {
      data: [PIPE, STAMPS],
      nextCursor: "x",
      total: 9,
      totalAmount: "310.00",
      totalVat: "51.70",
    }),
  tables: {
    Expenses: {
      rows: [
        {
          row: "Screwfix",
          to: `/expenses/edit/${PIPE.id}`,
          cells: {
            Supplier: "Screwfix",
            Date: "1 Jun 2026",
            Category: "Materials and goods",
            "What for": "Copper pipe · 3 Mill Lane",
            VAT: "£4.10",
            Amount: "£24.60",
          },
          card: ["£24.60", "1 Jun 2026 · Materials and goods", "Copper pipe · 3 Mill Lane"],
        },
        {
          row: "Post Office",
          to: `/expenses/edit/${STAMPS.id}`,
          cells: { VAT: "", Amount: "£8.00" },
          card: ["£8.00"],
        },
      ],
      foot: [{ VAT: "£51.70", Amount: "£310.00" }],
    },
  },
  sentences: ["9 expenses · £310.00, £51.70 of it VAT"],
});
