// @vitest-environment window
import type { ProfitReport } from "../../api/generated/ProfitReport";
import type { SumsReport } from "../../api/generated/SumsReport";
import { mockResponse } from "../../testing/network";
import { describeAmounts } from "../../testing/screen-amounts";

const SPAN = { from: "2026-04-06", to: "2027-04-05", basis: "cash", confirmed: true } as const;
const JUNE = { key: "2026-06", name: "June 2026" };
const MAY = { key: "2026-05", name: "May 2026" };

const PROFIT: ProfitReport = {
  ...SPAN,
  total: { key: null, name: "", income: "900.00", spending: "260.00", profit: "640.00" },
  byMonth: [
    { ...JUNE, income: "500.00", spending: "130.00", profit: "370.00" },
    // A loss.
    { ...MAY, income: "30.00", spending: "75.00", profit: "-45.00" },
  ],
  byCustomer: [],
  byProfile: [],
  leftOut: [{ sentence: "The mileage rate already covers what the vehicle costs.", records: 2 }],
};

describeAmounts("the profit", {
  path: "/reports",
  besides: () => mockResponse("GET /api/reports/profit", PROFIT),
  sums: { Profit: "£640.00", Income: "£900.00", Expenses: "£260.00" },
  sentences: ["2 expenses are not counted: The mileage rate already covers what the vehicle costs."],
  tables: {
    "By month": {
      rows: [
        {
          row: JUNE.name,
          cells: { Income: "£500.00", Expenses: "£130.00", Profit: "£370.00" },
          card: ["£370.00", "£500.00 in, £130.00 out"],
        },
        {
          row: MAY.name,
          cells: { Income: "£30.00", Expenses: "£75.00", Profit: "-£45.00" },
          card: ["-£45.00", "£30.00 in, £75.00 out"],
        },
      ],
    },
  },
});

describeAmounts("a loss", {
  path: "/reports",
  besides: () =>
    mockResponse("GET /api/reports/profit", { ...PROFIT, total: { ...PROFIT.total, profit: "-640.00" } }),
  sums: { Loss: "-£640.00" },
});

const SUMS: SumsReport = {
  ...SPAN,
  total: { key: null, name: "", net: "900.00", vat: "180.00", cis: "40.00", records: 12 },
  byMonth: [{ ...JUNE, net: "500.00", vat: "99.00", cis: "21.00", records: 7 }],
  byCustomer: [],
  byProfile: [],
  byCategory: [],
};

for (const [report, title, ofVat] of [
  ["income", "Income", "VAT charged"],
  ["expenses", "Expenses", "VAT to claim back"],
] as const) {
  const behind = `/reports/${report}/records?from=2026-04-06&to=2027-04-05&by=month&key=2026-06`;
  describeAmounts(`the ${report}`, {
    path: `/reports?report=${report}&from=2026-04-06&to=2027-04-05`,
    besides: () => mockResponse("GET /api/reports/{of}", SUMS),
    sums: { [title]: "£900.00", [ofVat]: "£180.00", "Deducted under CIS": "£40.00" },
    tables: {
      "By month": {
        rows: [
          {
            row: JUNE.name,
            to: behind,
            cells: { Records: "7", VAT: "£99.00", CIS: "£21.00", [title]: "£500.00" },
            card: ["£500.00", "7 records"],
          },
        ],
      },
    },
  });
}

const RECORD = { customer: "Amir Shah", date: "2026-06-03", net: "500.00", vat: "99.00", cis: "21.00" };

describeAmounts("the records behind a sum", {
  path: "/reports/income/records?by=month&key=2026-06&from=2026-04-06&to=2027-04-05",
  besides: () => {
    mockResponse("GET /api/reports/{of}", SUMS);
    mockResponse("GET /api/reports/{of}/records", {
      records: [
        { ...RECORD, id: "1", kind: "invoice", subject: "i1", title: "PL-0001" },
        { ...RECORD, id: "2", kind: "credit_note", subject: "c1", title: "PL-0002", net: "-12.00" },
        { ...RECORD, id: "3", kind: "expense", subject: "e1", title: "Screwfix", net: "7.00" },
      ],
      total: 3,
    });
  },
  sentences: ["June 2026£500.00"],
  tables: {
    Records: {
      rows: [
        {
          row: "PL-0001",
          to: "/invoices/i1",
          cells: {
            Customer: "Amir Shah",
            Date: "3 Jun 2026",
            VAT: "£99.00",
            CIS: "£21.00",
            Income: "£500.00",
          },
          card: ["£500.00"],
        },
        {
          row: "PL-0002",
          to: "/credit-notes/c1",
          cells: { Income: "-£12.00" },
          card: ["-£12.00"],
        },
        { row: "Screwfix", to: "/expenses/edit/e1", cells: { Income: "£7.00" }, card: ["£7.00"] },
      ],
    },
  },
});
