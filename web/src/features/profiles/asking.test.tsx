// @vitest-environment window
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { ProfileRecord } from "../../api/generated/ProfileRecord";
import { describeConfirmation } from "../../testing/confirmations";
import { createDraft } from "../../testing/fixtures";
import { mockFault, mockResponse, respondJson } from "../../testing/network";
import { findToast, openSignedIn } from "../../testing/open-app";

const PIPES = {
  ...(createDraft("quote").businessProfile as unknown as ProfileRecord),
  id: "c3b2a190-8f7e-4d6c-9b5a-493827161509",
  version: 1,
  brandColour: null,
  ownerName: "",
  serviceAddress: "",
  peppolId: "",
  quoteMessage: "",
  invoiceMessage: "",
  quoteReminder: "",
  invoiceReminder: "",
  paypal: "",
  quoteDays: 30,
  invoiceDays: 14,
  invoiceDueUnit: "days",
  includeDeposit: false,
  deposit: "0",
  depositType: "percentage",
  cisRate: null,
  agreedAt: "",
  workTime: "",
  complaints: "",
  returns: "",
} as ProfileRecord;

const cards = (state: "connected" | "finishing") => ({
  path: `/settings/business-profiles/${PIPES.id}`,
  besides: () => {
    mockResponse("GET /api/business-profiles/{id}", PIPES);
    mockResponse("GET /api/business-profiles/{id}/numbering", []);
    mockResponse("GET /api/business-profiles/{id}/card", {
      state,
      connected: true,
      chargesEnabled: state === "connected",
      detailsSubmitted: state === "connected",
    });
  },
});

it("asks before it deletes a business profile, and says why it was not deleted", async () => {
  const sent = mockFault(
    "DELETE /api/business-profiles/{id}",
    respondJson(409, { message: "It has just changed." }),
  );
  const { path, besides } = cards("connected");
  besides();
  const user = await openSignedIn(path);
  // The templates' previews appear once the rules are loaded.
  await waitFor(() => expect(document.querySelector(".template-sheet")).not.toBeNull());
  const ask = async () => {
    await user.click(await screen.findByRole("button", { name: "More actions" }));
    await user.click(await screen.findByRole("menuitem", { name: "Delete profile" }));
    return within(await screen.findByRole("dialog", { name: "Delete Pipe & Sons?" }));
  };
  await user.click((await ask()).getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent).toEqual([]);
  await user.click((await ask()).getByRole("button", { name: "Delete profile" }));
  const toast = within(await findToast("Pipe & Sons wasn’t deleted"));
  toast.getByText("It has just changed.");
  expect(sent.map(({ params }) => params.id)).toEqual([PIPES.id]);
  expect(location.pathname).toBe(path);
});

const OFF = { state: "notConnected", connected: false, chargesEnabled: false, detailsSubmitted: false };

describeConfirmation("stopping card payments", {
  ...cards("connected"),
  presses: ["Stop card payments"],
  title: "Stop card payments?",
  confirm: "Stop card payments",
  call: "DELETE /api/business-profiles/{id}/card",
  answer: OFF,
  sends: { params: { id: PIPES.id } },
  done: { says: "Card payments are off" },
});

describeConfirmation("cancelling the set-up of card payments", {
  ...cards("finishing"),
  presses: ["Cancel the set-up"],
  title: "Cancel the set-up?",
  confirm: "Cancel the set-up",
  call: "DELETE /api/business-profiles/{id}/card",
  answer: OFF,
  sends: { params: { id: PIPES.id } },
  done: { says: "Card payments are off" },
});
