// @vitest-environment window
// The returns of a second business stay that business's in another tax year.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { CisBusiness } from "../../../api/generated/CisBusiness";
import { mockResponse } from "../../../testing/network";
import { openSignedIn, waitForPath } from "../../../testing/open-app";

const createBusiness = (id: string, name: string): CisBusiness => ({
  id,
  name,
  registration: {
    version: 1,
    employerReference: "123/AB456",
    accountsOfficeReference: "",
    from: "2025-04-06",
    until: null,
  },
});

const NOTHING_PAID = { gross: "0.00", materials: "0.00", deducted: "0.00", months: [], today: "2026-09-01" };

async function openSecond() {
  mockResponse("GET /api/cis/contractors", [
    createBusiness("p1", "Pipe & Sons"),
    createBusiness("p2", "Roofs & Co"),
  ]);
  mockResponse("GET /api/cis/subcontractors", []);
  const returns = { ...NOTHING_PAID, profile: "p2", year: 2026, name: "2026/27" };
  mockResponse("GET /api/cis/contractors/{id}/returns/{year}", returns);
  const user = await openSignedIn("/cis/contractor/2026?business=p2");
  await screen.findByLabelText("Business");
  return user;
}

it("stays with the business when another tax year is chosen", async () => {
  const user = await openSecond();
  await user.selectOptions(screen.getByLabelText("Tax year"), "2025");
  await waitForPath("/cis/contractor/2025?business=p2");
});

it("stays in the tax year when another business is chosen", async () => {
  const user = await openSecond();
  await user.selectOptions(screen.getByLabelText("Business"), "p1");
  await waitForPath("/cis/contractor/2026?business=p1");
});

it("offers downloads for the displayed business and tax year", async () => {
  const user = await openSecond();
  await user.click((await screen.findAllByRole("button", { name: "Download" }))[0] as HTMLElement);
  const items = await screen.findAllByRole("menuitem");
  expect(items.map((item) => item.getAttribute("href"))).toEqual(
    ["pdf", "xlsx", "csv"].map((as) => `/api/cis/contractors/p2/returns/2026/file?as=${as}`),
  );
});
