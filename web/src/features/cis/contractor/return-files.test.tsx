// @vitest-environment window
// The files of a month's return: each is asked for of the tax year that the month is in, which ends on 5 April.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { CisReturn } from "../../../api/generated/CisReturn";
import { renderAlone } from "../../../testing/render-alone";
import { listTaxMonths } from "../CisStatementDialog";
import { CisReturnCard } from "./CisReturnCard";

const createReturn = (days: { from: string; to: string }): CisReturn => ({
  ...days,
  due: days.to,
  payBy: days.to,
  gross: "0.00",
  materials: "0.00",
  deducted: "0.00",
  isNil: true,
  mustBeSent: true,
  notNeeded: false,
  dutyConfirmed: true,
  isOver: true,
  filedOn: null,
  declarations: [],
  rows: [],
});

const months = listTaxMonths("2026");

it.each([
  ["the first month, from 6 April", months[0]],
  ["a month over New Year", months[8]],
  ["the first month of a new calendar year", months[9]],
  ["the last month, to 5 April", months[11]],
])("downloads %s from its own tax year", async (_, days = { from: "", to: "" }) => {
  const user = await renderAlone(
    <CisReturnCard month={createReturn(days)} profile="p1" today="2027-09-01" />,
  );
  await user.click(await screen.findByRole("button", { name: "Download" }));
  const items = await screen.findAllByRole("menuitem");
  expect(items.map((item) => item.getAttribute("href"))).toEqual(
    ["pdf", "xlsx", "csv"].map((as) => `/api/cis/contractors/p1/returns/2026/file?as=${as}&month=${days.to}`),
  );
});
