// @vitest-environment window
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { createDraft, MARGARET } from "../../testing/fixtures";
import { renderAlone } from "../../testing/render-alone";
import type { StoredDocument } from "../types";
import { SignedNotice } from "./SignSheet";

const signed = (email: string, versionNumber: number) =>
  ({
    ...createDraft("quote"),
    status: "accepted",
    contact: { ...MARGARET, email },
    acceptance: { name: "Jo Bloggs", total: "£120.00", acceptedAt: "30/11/2026 14:05", versionNumber },
  }) as unknown as StoredDocument;

it.each([
  ["with an address", "jo@example.com", 1, "Your certificate is on its way to jo@example.com."],
  [
    "with an address, without signal",
    "jo@example.com",
    0,
    "It goes out once there is signal, and your certificate then comes to jo@example.com.",
  ],
  ["without an address", "", 1, "The certificate is saved with the quote."],
])("says where the certificate goes once somebody %s has signed", async (_, email, version, says) => {
  await renderAlone(<SignedNotice document={signed(email, version)} isSignedHere />);
  await screen.findByText(`You accepted it for £120.00. ${says} Please hand the device back.`);
  if (!email) expect(document.body.textContent).not.toMatch(/email|on its way/i);
});
