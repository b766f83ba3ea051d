// @vitest-environment window
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { RecurringOutcome } from "../../api/generated/RecurringOutcome";
import { createDraft } from "../../testing/fixtures";
import { mockResponse } from "../../testing/network";
import { renderAlone } from "../../testing/render-alone";
import { RecurringInvoiceBanner } from "./DetailBanners";

const show = async (outcome: RecurringOutcome, status = "draft") => {
  const asked = mockResponse("GET /api/invoices/{id}/timeline", {
    ...{ happened: [], openedFirst: null, openedLast: null, broughtFrom: null, emails: [] },
    madeOf: { recurringId: "r1", name: "Boiler cover", outcome, reason: "Margaret has no email address." },
  });
  await renderAlone(<RecurringInvoiceBanner document={{ ...createDraft("invoice"), status }} />);
  return asked;
};

it("says why an invoice was not sent on its date", async () => {
  await show("not_sent");
  await screen.findByText("It wasn’t sent on its date");
  screen.getByText("Margaret has no email address.");
});

it("says that an invoice was made late", async () => {
  await show("late");
  await screen.findByText("It was made late");
  expect(screen.queryByText("Margaret has no email address.")).toBeNull();
});
