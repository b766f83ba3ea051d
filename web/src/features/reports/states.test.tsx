// @vitest-environment window
import type { ProfitReport } from "../../api/generated/ProfitReport";
import type { SumsReport } from "../../api/generated/SumsReport";
import { mockFault, respondJson } from "../../testing/network";
import { describeScreenStates, NOT_FOUND, PLUS_REQUIRED } from "../../testing/screen-states";

const NO_PROFIT: ProfitReport = {
  total: { key: null, name: "", income: "0.00", spending: "0.00", profit: "0.00" },
  byMonth: [],
  byCustomer: [],
  byProfile: [],
  leftOut: [],
  from: "2026-04-06",
  to: "2027-04-05",
  basis: "cash",
  confirmed: true,
};

const without = [
  {
    when: "when it is not part of the plan",
    by: PLUS_REQUIRED,
    says: "Reports are part of Plus",
    next: ["See plans", "/settings/plan"] as [string, string],
  },
];

describeScreenStates("the profit", {
  path: "/reports",
  call: "GET /api/reports/profit",
  answer: { ...NO_PROFIT, total: { ...NO_PROFIT.total, income: "120.00", profit: "120.00" } },
  shows: /What the business made, without VAT/,
  empty: {
    answer: NO_PROFIT,
    says: "Nothing was earned or spent between these dates",
    next: ["New invoice", "/invoices/create"],
  },
  fails: "The report could not be loaded",
  refused: without,
});

const NO_SUMS: SumsReport = {
  ...NO_PROFIT,
  total: { key: null, name: "", net: "0.00", vat: "0.00", cis: "0.00", records: 0 },
  byMonth: [],
  byCustomer: [],
  byProfile: [],
  byCategory: [],
};

describeScreenStates("the income", {
  path: "/reports?report=income",
  call: "GET /api/reports/{of}",
  answer: { ...NO_SUMS, total: { ...NO_SUMS.total, net: "120.00", records: 1 } },
  shows: /Without VAT, and before/,
  empty: { answer: NO_SUMS, says: "No income for these dates", next: ["New invoice", "/invoices/create"] },
  fails: "The report could not be loaded",
  refused: without,
});

describeScreenStates("the expenses", {
  path: "/reports?report=expenses",
  call: "GET /api/reports/{of}",
  answer: { ...NO_SUMS, total: { ...NO_SUMS.total, net: "24.00", records: 1 } },
  shows: /^Including VAT/,
  empty: { answer: NO_SUMS, says: "No expenses for these dates", next: ["New expense", "/expenses/create"] },
  fails: "The report could not be loaded",
  refused: without,
});

const BEHIND = "from=2026-04-06&to=2027-04-05&basis=cash";

for (const report of ["income", "expenses"] as const) {
  describeScreenStates(`the records behind the ${report}`, {
    path: `/reports/${report}/records?${BEHIND}`,
    call: "GET /api/reports/{of}/records",
    answer: {
      records: [
        {
          id: "1",
          kind: report === "income" ? "invoice" : "expense",
          subject: "i1",
          title: "PL-0001",
          customer: "Amir Shah",
          date: "2026-06-03",
          net: "500.00",
          vat: "0.00",
          cis: "0.00",
        },
      ],
      total: 1_001,
    },
    shows: "The first 1 of 1,001. Choose fewer days to see the rest.",
    // The figure above the records may be missing.
    besides: () => mockFault("GET /api/reports/{of}", respondJson(500)),
    empty: {
      answer: { records: [], total: 0 },
      says: "No records for these dates",
      next: ["Reports", `/reports?report=${report}&${BEHIND}`],
    },
    fails: "The records could not be loaded",
    refused: [
      ...without,
      {
        when: "when the dates are invalid",
        by: respondJson(422, { message: "The last day is before the first." }),
        says: "The records could not be loaded",
      },
    ],
  });
}

describeScreenStates("the year pack", {
  path: "/reports/year-pack?year=2026",
  call: "GET /api/year-pack/{year}",
  answer: {
    name: "2026/27",
    isEmpty: false,
    reports: 4,
    documents: 1,
    documentsAreListed: false,
    receipts: 0,
    missing: [],
  },
  shows: "1 invoice or credit note as PDF",
  empty: {
    answer: {
      name: "2026/27",
      isEmpty: true,
      reports: 4,
      documents: 0,
      documentsAreListed: false,
      receipts: 0,
      missing: [],
    },
    says: "Nothing in 2026/27 yet",
    next: ["Download the year pack", "/api/year-pack/2026/file"],
  },
  fails: "The year pack could not be made",
  // Without Plus the pack doesn't include the reports, and lists them as missing.
  refused: [
    {
      when: "when the business no longer exists",
      by: NOT_FOUND,
      says: "The year pack could not be made",
      next: ["Reports", "/reports"],
    },
  ],
});
