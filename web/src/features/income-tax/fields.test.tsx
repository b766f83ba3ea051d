// @vitest-environment window
import { screen } from "@testing-library/react";
import type { TaxYearReport } from "../../api/generated/TaxYearReport";
import { fillField } from "../../testing/each-test";
import { describeFormFields } from "../../testing/form-fields";
import { mockResponse } from "../../testing/network";

const YEAR: TaxYearReport = {
  year: 2026,
  name: "2026/27",
  from: "2026-04-06",
  to: "2027-04-05",
  choices: {
    version: 4,
    business: "partnership",
    basis: "accruals",
    vehicles: "actual",
    privateShare: "35",
    quarters: "calendar",
    homeHours: [25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 0, 36],
    elsewhere: "9000.00",
  },
  duty: { hasTo: false, from: null, sentence: "Not yet.", firstYearWithoutPoints: false, unknown: [] },
  updates: [],
  hasSelfEmployment: false,
  trades: [
    { name: "Plumbing", businesses: [{ id: "p1", name: "Pipe & Sons" }] },
    { name: "Roofing", businesses: [{ id: "p2", name: "Roofs & Co" }] },
  ] as never,
  otherIncome: [],
  today: "2026-09-01",
};

describeFormFields("the fields of the choices for a tax year", {
  path: "/income-tax/2026/choices",
  besides: () => mockResponse("GET /api/income-tax/{year}", YEAR),
  call: "PUT /api/income-tax/{year}/choices",
  button: "Save",
  fields: {
    "Private use (optional)": ["privateShare", "35"],
    "In this tax year (optional)": ["elsewhere", "9,000.00"],
  },
  choices: {
    Business: "Partnership",
    Accounting: "Accruals (by invoices)",
    "Quarters end": "Month end",
    "How you claim": "Actual costs",
    "6 Apr – 5 May": "25",
    "6 May – 5 Jun": "26",
    "6 Jan – 5 Feb": "34",
    "6 Feb – 5 Mar": "",
    "6 Mar – 5 Apr": "36",
  },
  sends: YEAR.choices,
});

describeFormFields("the fields of other income", {
  path: "/income-tax/2026",
  besides: () => {
    mockResponse("GET /api/income-tax/{year}", {
      ...YEAR,
      choices: { ...YEAR.choices, business: "company" },
    });
    mockResponse("GET /api/reports/profit", {
      total: { key: null, name: "", income: "0.00", spending: "0.00", profit: "0.00" },
      byMonth: [],
      byCustomer: [],
      byProfile: [],
      leftOut: [],
      from: YEAR.from,
      to: YEAR.to,
      basis: "accruals",
      confirmed: true,
    });
  },
  ready: async (user) => {
    await user.click(await screen.findByRole("button", { name: "Add" }));
    await fillField(user, await screen.findByLabelText("What for"), "Scrap copper");
    await fillField(user, screen.getByLabelText("Amount"), "17.00");
    await user.selectOptions(screen.getByLabelText("Business"), "p2");
    await fillField(user, screen.getByLabelText("Came in on"), "2026-06-01");
  },
  call: "POST /api/income-tax/other-income",
  button: "Add income",
  fields: {
    "What for": ["description", "Scrap copper"],
    Amount: ["amount", "17.00"],
    Business: ["businessProfileId", "Roofs & Co"],
    "Came in on": ["date", "2026-06-01"],
  },
  sends: { description: "Scrap copper", amount: "17.00", businessProfileId: "p2", date: "2026-06-01" },
});
