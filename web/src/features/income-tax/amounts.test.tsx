// @vitest-environment window
import type { TaxYearReport } from "../../api/generated/TaxYearReport";
import { mockResponse } from "../../testing/network";
import { describeAmounts } from "../../testing/screen-amounts";

const YEAR: TaxYearReport = {
  year: 2026,
  name: "2026/27",
  from: "2026-04-06",
  to: "2027-04-05",
  choices: {
    version: 1,
    business: "soleTrader",
    basis: "cash",
    vehicles: "mileage",
    privateShare: "0",
    quarters: "standard",
    homeHours: [],
    elsewhere: "0",
  },
  duty: { hasTo: false, from: null, sentence: "Not yet.", firstYearWithoutPoints: false, unknown: [] },
  updates: [],
  hasSelfEmployment: true,
  trades: [],
  otherIncome: [{ id: "o1", date: "2026-06-01", description: "Scrap", amount: "17.00" } as never],
  today: "2026-09-01",
};

const BOX = { records: 2, of: [], confirmed: true };
const behind = (more: string) => `/income-tax/2026/records?${more}`;

describeAmounts("the tax return", {
  path: "/income-tax/2026",
  besides: () => {
    mockResponse("GET /api/income-tax/{year}", YEAR);
    mockResponse("GET /api/income-tax/{year}/return", {
      form: "SA103F",
      taxYear: "2026/27",
      from: YEAR.from,
      to: YEAR.to,
      basis: "cash",
      boxes: [
        { ...BOX, number: 15, label: "Turnover", amount: "900.00" },
        { ...BOX, number: 31, label: "Total expenses", amount: "260.00", of: [17, 18] },
      ],
      profit: "640.00",
      leftOut: [],
      notes: [],
    });
  },
  tables: {
    SA103F: {
      rows: [
        {
          row: "Turnover",
          to: behind("of=return&pages=full&box=15"),
          cells: { Box: "15", Amount: "£900.00" },
          card: ["£900.00", "Box 15"],
        },
        {
          row: "Total expenses",
          to: behind("of=return&pages=full&box=31"),
          cells: { Box: "31", Amount: "£260.00" },
          card: ["£260.00", "Box 31"],
        },
      ],
    },
  },
  sentences: ["before allowances for tools and vans, and losses: £640.00", "Scrap1 Jun 2026£17.00"],
});

describeAmounts("the profit of a company", {
  path: "/income-tax/2026",
  besides: () => {
    mockResponse("GET /api/income-tax/{year}", { ...YEAR, hasSelfEmployment: false });
    mockResponse("GET /api/reports/profit", {
      total: { key: null, name: "", income: "900.00", spending: "260.00", profit: "640.00" },
      byMonth: [],
      byCustomer: [],
      byProfile: [],
      leftOut: [],
      from: YEAR.from,
      to: YEAR.to,
      basis: "cash",
      confirmed: true,
    });
  },
  sums: { Profit: "£640.00", Income: "£900.00", Expenses: "£260.00" },
});

const FIELD = { records: 2, confirmed: true, heldBack: "0.00" };

describeAmounts("a quarterly update", {
  path: "/income-tax/2026/updates/1",
  besides: () =>
    mockResponse("GET /api/income-tax/{year}/updates/{number}", {
      taxYear: "2026-27",
      from: "2026-04-06",
      to: "2026-07-05",
      quarterFrom: "2026-04-06",
      due: "2026-08-07",
      income: [{ ...FIELD, name: "turnover", label: "Turnover", amount: "900.00", heldBack: "31.00" }],
      expenses: [{ ...FIELD, name: "costOfGoods", label: "Goods", amount: "260.00" }],
      disallowable: [],
      leftOut: [],
    }),
  tables: {
    Income: {
      rows: [
        {
          row: "Turnover",
          to: behind("of=update&number=1&expenses=categories&field=turnover"),
          cells: { Amount: "£900.00" },
          card: ["£900.00", "£31.00 isn’t in this update"],
        },
      ],
    },
    Expenses: {
      rows: [
        {
          row: "Goods",
          to: behind("of=update&number=1&expenses=categories&field=costOfGoods"),
          cells: { Amount: "£260.00" },
          card: ["£260.00"],
        },
      ],
    },
  },
});
