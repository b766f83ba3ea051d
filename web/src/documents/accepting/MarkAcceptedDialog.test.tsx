// @vitest-environment window
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Presentation } from "../../api/generated/Presentation";
import type { PublicResponse } from "../../api/generated/PublicResponse";
import type { Quote } from "../../api/generated/Quote";
import { fillField } from "../../testing/each-test";
import { createDraft, MARGARET } from "../../testing/fixtures";
import { mockFault, mockResponse, respondJson } from "../../testing/network";
import { renderAlone } from "../../testing/render-alone";
import type { StoredDocument } from "../types";
import MarkAcceptedDialog from "./MarkAcceptedDialog";

const QUOTE = {
  ...createDraft("quote"),
  id: "q1",
  status: "sent",
  quoteNumber: "Q-0007",
  // It expired long ago, but they may have agreed on its last day.
  expiryDate: "2026-02-05",
  contact: MARGARET,
} as StoredDocument;

const shown = {
  actions: { accept: false, options: false, terms: false },
  lines: [],
  summary: { label: "Total", amount: "£120.00", date: "Valid until 5 February 2026", deposit: "" },
  totals: [{ kind: "total", label: "Total", amount: "£120.00", note: null }],
} as unknown as Presentation;

const ANSWER = {
  page: { version: "abc", presentation: shown, pdf: "/q/secret.pdf" },
} as unknown as PublicResponse;

const show = async (quote = QUOTE) => {
  mockResponse("GET /api/quotes/public/{token}", ANSWER);
  const left = { done: false };
  const user = await renderAlone(
    <MarkAcceptedDialog
      document={quote}
      token="secret"
      onClose={() => {
        left.done = true;
      }}
    />,
  );
  await screen.findByLabelText("How they agreed");
  return { user, left };
};

it("records how, when and by whom the version that was read was accepted", async () => {
  const sent = mockResponse("POST /api/quotes/{id}/mark-accepted", {
    ...QUOTE,
    status: "accepted",
  } as unknown as Quote);
  const { user, left } = await show();
  await user.selectOptions(screen.getByLabelText("How they agreed"), "In person");
  await fillField(user, screen.getByLabelText(/^Who agreed/), "Jo Bloggs");
  screen.getByText(/We’ll email margaret@example.com a record/);
  await user.click(screen.getByRole("button", { name: "Mark as accepted" }));
  await waitFor(() => expect(left.done).toBe(true));
  expect(sent.map(({ body }) => body)).toEqual([
    { by: "in_person", date: "2026-02-05", name: "Jo Bloggs", version: "abc" },
  ]);
});

it("says at the field what is wrong with the day", async () => {
  const msg =
    "This version of the quote was sent on 06/02/2026, so they can’t have agreed to it before then.";
  mockFault(
    "POST /api/quotes/{id}/mark-accepted",
    respondJson(422, {
      error: "rule_broken",
      message: msg,
      errors: [{ path: "date", code: "out_of_range", msg }],
    }),
  );
  mockResponse("GET /api/quotes/{id}", QUOTE as unknown as Quote);
  const { user, left } = await show();
  await user.click(screen.getByRole("button", { name: "Mark as accepted" }));
  await screen.findByText(msg);
  expect(screen.getByLabelText(/^When/).getAttribute("aria-invalid")).toBe("true");
  expect(left.done).toBe(false);
});

it("promises no email to a customer without an address", async () => {
  await show({ ...QUOTE, contact: { ...MARGARET, email: "" } } as StoredDocument);
  screen.getByText("The record is saved with the quote. You can’t undo it.");
  expect(screen.queryByText(/We’ll email/)).toBeNull();
});
