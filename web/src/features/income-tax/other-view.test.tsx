// @vitest-environment window
// A second trade's figures stay that trade's, however they are shown.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { TaxYearReport } from "../../api/generated/TaxYearReport";
import { mockResponse } from "../../testing/network";
import { openSignedIn, waitForPath } from "../../testing/open-app";

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
  trades: [
    { name: "Plumbing", businesses: [] },
    { name: "Roofing", businesses: [] },
  ] as never,
  otherIncome: [],
  today: "2026-09-01",
};

it("stays with the trade when the short or full tax return is chosen", async () => {
  mockResponse("GET /api/income-tax/{year}", YEAR);
  const asked = mockResponse("GET /api/income-tax/{year}/return", {
    form: "SA103F",
    taxYear: "2026/27",
    from: YEAR.from,
    to: YEAR.to,
    basis: "cash",
    boxes: [],
    profit: "0.00",
    leftOut: [],
    notes: [],
  });
  const user = await openSignedIn("/income-tax/2026?trade=Roofing");
  await user.click(await screen.findByText("Short (SA103S)"));
  await waitForPath("/income-tax/2026?pages=short&trade=Roofing");
  await user.click(await screen.findByText("Full (SA103F)"));
  await waitForPath("/income-tax/2026?trade=Roofing");
  expect(new Set(asked.map(({ query }) => query.get("trade")))).toEqual(new Set(["Roofing"]));
});

it("stays with the trade when a quarterly update shows one total or categories", async () => {
  const asked = mockResponse("GET /api/income-tax/{year}/updates/{number}", {
    taxYear: "2026-27",
    from: "2026-04-06",
    to: "2026-07-05",
    quarterFrom: "2026-04-06",
    due: "2026-08-07",
    income: [],
    expenses: [],
    disallowable: [],
    leftOut: [],
  });
  const user = await openSignedIn("/income-tax/2026/updates/1?trade=Roofing");
  await user.click(await screen.findByText("One total"));
  await waitForPath("/income-tax/2026/updates/1?expenses=sum&trade=Roofing");
  await user.click(await screen.findByText("By category"));
  await waitForPath("/income-tax/2026/updates/1?trade=Roofing");
  expect(new Set(asked.map(({ query }) => query.get("trade")))).toEqual(new Set(["Roofing"]));
});
