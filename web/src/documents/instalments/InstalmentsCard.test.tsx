// @vitest-environment window
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { InstalmentPart } from "../../api/generated/InstalmentPart";
import { createDraft } from "../../testing/fixtures";
import { renderAlone } from "../../testing/render-alone";
import type { StoredDocument } from "../types";
import { InstalmentsCard } from "./InstalmentsCard";

const part = (date: string, paid: string, open: string, state: InstalmentPart["state"]): InstalmentPart => ({
  date,
  amount: "60.00",
  paid,
  open,
  state,
});

const shown = async (dueNow: string) => {
  const parts = [
    part("2027-01-31", "60.00", "0.00", "paid"),
    part("2027-02-28", "45.00", "15.00", "partPaid"),
    part("2027-03-31", "0.00", "60.00", "later"),
  ];
  const instalmentStanding = { parts, dueNow, overdue: "0.00", asked: "15.00", next: "2027-02-28", says: "" };
  const invoice = { ...createDraft("invoice"), instalmentStanding } as unknown as StoredDocument;
  await renderAlone(<InstalmentsCard document={invoice} />);
  return (await screen.findAllByRole("listitem")).map((row) => row.textContent);
};

it("shows what is paid and what is open for each instalment", async () => {
  expect(await shown("0.00")).toEqual([
    "31 Jan 2027£60.001 of 3Paid",
    "28 Feb 2027£60.002 of 3, £45.00 paid, £15.00 openPartially Paid",
    "31 Mar 2027£60.003 of 3Due later",
  ]);
  screen.getByText("£15.00 is due by 28 Feb 2027");
});

it("says what is due now", async () => {
  await shown("15.00");
  screen.getByText("£15.00 is due now");
});
