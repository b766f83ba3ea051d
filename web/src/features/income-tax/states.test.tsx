// @vitest-environment window
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { TaxYearReport } from "../../api/generated/TaxYearReport";
import { mockResponse } from "../../testing/network";
import { findHeading, openSignedIn } from "../../testing/open-app";
import { describeScreenStates, NOT_FOUND } from "../../testing/screen-states";

describeScreenStates("the records behind a figure", {
  path: "/income-tax/2026/records?of=return&pages=full&box=9",
  call: "GET /api/income-tax/{year}/return/records",
  answer: {
    label: "Turnover",
    amount: "500.00",
    records: [
      {
        id: "1",
        kind: "invoice",
        subject: "i1",
        title: "PL-0001",
        customer: "Amir Shah",
        date: "2026-06-03",
        amount: "500.00",
      },
    ],
    total: 1,
  },
  shows: "PL-0001",
  empty: {
    answer: { label: "Turnover", amount: "0.00", records: [], total: 0 },
    says: "There are no records for this figure",
    next: ["Income Tax", "/income-tax/2026"],
  },
  fails: "The records could not be loaded",
  refused: [
    {
      when: "when there is no such figure",
      by: NOT_FOUND,
      says: "The records could not be loaded",
      next: ["Income Tax", "/income-tax/2026"],
    },
  ],
});

/** A company's year, for which there is no Income Tax return. */
const YEAR: TaxYearReport = {
  year: 2026,
  name: "2026/27",
  from: "2026-04-06",
  to: "2027-04-05",
  choices: {
    version: 1,
    business: "company",
    basis: "cash",
    vehicles: "mileage",
    privateShare: "0",
    quarters: "standard",
    homeHours: [],
    elsewhere: "0",
  },
  duty: {
    hasTo: false,
    from: null,
    sentence: "A company does not.",
    firstYearWithoutPoints: false,
    unknown: [],
  },
  updates: [],
  hasSelfEmployment: false,
  trades: [],
  otherIncome: [],
  today: "2026-09-01",
};

describeScreenStates("a tax year", {
  path: "/income-tax/2026",
  call: "GET /api/income-tax/{year}",
  answer: YEAR,
  shows: "A company does not.",
  besides: () =>
    mockResponse("GET /api/reports/profit", {
      total: { key: null, name: "", income: "0.00", spending: "0.00", profit: "0.00" },
      byMonth: [],
      byCustomer: [],
      byProfile: [],
      leftOut: [],
      from: "2026-04-06",
      to: "2027-04-05",
      basis: "cash",
      confirmed: true,
    }),
  fails: "The tax year could not be loaded",
  refused: [
    {
      when: "when there is no such year",
      by: NOT_FOUND,
      says: "We couldn’t find this tax year",
      next: ["See this tax year", "/income-tax"],
    },
  ],
});

describeScreenStates("the choices for a tax year", {
  path: "/income-tax/2026/choices",
  call: "GET /api/income-tax/{year}",
  answer: YEAR,
  shows: "Vehicles",
  fails: "The tax year could not be loaded",
  refused: [
    {
      when: "when there is no such year",
      by: NOT_FOUND,
      says: "The tax year could not be loaded",
      next: ["Income Tax", "/income-tax/2026"],
    },
  ],
});

const SPAN = {
  taxYear: "2026-27",
  from: "2026-04-06",
  to: "2026-07-05",
  quarterFrom: "2026-04-06",
  due: "2026-08-07",
};

describeScreenStates("a quarterly update", {
  path: "/income-tax/2026/updates/1",
  call: "GET /api/income-tax/{year}/updates/{number}",
  answer: {
    income: [
      {
        name: "turnover",
        label: "Turnover",
        amount: "120.00",
        heldBack: "0.00",
        records: 1,
        confirmed: true,
      },
    ],
    expenses: [],
    disallowable: [],
    leftOut: [],
    ...SPAN,
  },
  shows: "Turnover",
  empty: {
    answer: { ...SPAN, income: [], expenses: [], disallowable: [], leftOut: [] },
    says: "Nothing in this update yet",
    next: ["New invoice", "/invoices/create"],
  },
  fails: "The update could not be worked out",
  refused: [
    {
      when: "when there is no such update",
      by: NOT_FOUND,
      says: "We couldn’t find this update",
      next: ["See the tax year", "/income-tax/2026"],
    },
  ],
});

it("says why an update can differ from the one that was sent before", async () => {
  mockResponse("GET /api/income-tax/{year}/updates/{number}", {
    ...SPAN,
    income: [],
    expenses: [],
    disallowable: [],
    leftOut: [],
  });
  await openSignedIn("/income-tax/2026/updates/2");
  await screen.findByText(/replaces the one before, so it has everything that has changed since/);
});

it("says that there is no such figure, and links back to the tax year", async () => {
  await openSignedIn("/income-tax/2026/records");
  await findHeading("We couldn’t find this figure");
  const link = screen.getByRole("link", { name: "See the tax year" });
  expect(link.getAttribute("href")).toBe("/income-tax/2026");
});
