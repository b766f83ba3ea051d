// @vitest-environment window
// The copy of the account's data: a session that did not ask for it gets it once the password was entered.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { AccountExport } from "../../../api/generated/AccountExport";
import { fillField } from "../../../testing/each-test";
import { mockFault, mockResponse, respondJson } from "../../../testing/network";
import { openSignedIn } from "../../../testing/open-app";

const READY: AccountExport = {
  id: "e1",
  status: "ready",
  progress: 100,
  size: 2_048,
  expiresAt: Date.UTC(2026, 11, 3),
  url: null,
};
const URL_OF_COPY = "/api/account/export/e1/file";
const EXPORT = "GET /api/account/export";
const LABEL = /^Download the copy/;

/** Opens the settings with this copy, and asks for it. */
async function openAndPress(name: string | RegExp, made: AccountExport | null) {
  mockResponse(EXPORT, made);
  const user = await openSignedIn("/settings");
  await user.click(await screen.findByRole("button", { name }));
  const dialog = within(await screen.findByRole("dialog", { name: "Enter your password" }));
  dialog.getByText("To download your data, please confirm it’s you.");
  return { user, dialog };
}

it("offers a copy that another session requested once the password is entered", async () => {
  const { user, dialog } = await openAndPress(LABEL, READY);
  const sent = mockResponse("POST /api/auth/confirm-password", undefined);
  mockResponse(EXPORT, { ...READY, url: URL_OF_COPY });
  await fillField(user, dialog.getByLabelText("Password"), "correct horse");
  await user.click(dialog.getByRole("button", { name: "Confirm" }));
  const link = await screen.findByRole("link", { name: LABEL });
  expect([link.getAttribute("href"), link.hasAttribute("download")]).toEqual([URL_OF_COPY, true]);
  expect(sent.map(({ body }) => body)).toEqual([{ password: "correct horse" }]);
});

it("offers no copy when the password dialog is cancelled, and asks again the next time", async () => {
  const { user, dialog } = await openAndPress(LABEL, READY);
  const asked = mockResponse(EXPORT, READY);
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect([asked.length, screen.queryByRole("link", { name: LABEL })]).toEqual([0, null]);
  await user.click(screen.getByRole("button", { name: LABEL }));
  const again = within(await screen.findByRole("dialog", { name: "Enter your password" }));
  await user.click(again.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("makes a copy once the password is entered", async () => {
  const refused = mockFault(
    "POST /api/account/export",
    respondJson(403, { code: "password_required", message: "Please enter your password." }),
  );
  const { user, dialog } = await openAndPress("Make a copy of my data", null);
  expect(refused).toHaveLength(1);
  mockResponse("POST /api/auth/confirm-password", undefined);
  const made = mockResponse("POST /api/account/export", { ...READY, url: URL_OF_COPY });
  await fillField(user, dialog.getByLabelText("Password"), "correct horse");
  await user.click(dialog.getByRole("button", { name: "Confirm" }));
  const link = await screen.findByRole("link", { name: LABEL });
  expect([link.getAttribute("href"), made.length]).toEqual([URL_OF_COPY, 1]);
});
