// @vitest-environment window
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import type { ProfileRecord } from "../../api/generated/ProfileRecord";
import type { Quote } from "../../api/generated/Quote";
import { createEmptyProfile } from "../../entities/profiles/profile";
import { createDraft } from "../../testing/fixtures";
import { mockFault, mockResponse, respondJson } from "../../testing/network";
import { findHeading, openSignedIn } from "../../testing/open-app";

const KEVS = {
  ...createEmptyProfile(),
  id: "c3b2a190-8f7e-4d6c-9b5a-493827161509",
  version: 1,
  stripe_account_id: null,
  createdAt: 0,
  updatedAt: 0,
  name: "Kev's Plumbing",
} as unknown as ProfileRecord;

const DRAFT = {
  ...createDraft("quote"),
  issueDate: "2026-09-01",
  jobDescription: "Kitchen tap",
  quoteNumber: null,
  expiryDate: null,
  acceptedDate: null,
  declinedDate: null,
  declineReason: null,
  acceptance: null,
  depositFate: null,
  convertedInvoiceId: null,
  stages: 0,
} as unknown as Quote;

it.each([
  ["a new quote", "/quotes/create"],
  ["a saved quote", `/quotes/edit/${DRAFT.id}`],
])("goes back to %s without a business once one is added, and uses it", async (_, path) => {
  mockResponse("GET /api/income-tax/pot", { percentage: "20" });
  mockResponse("GET /api/quotes/{id}", DRAFT);
  const saves = mockResponse("PATCH /api/quotes/{id}", { ...DRAFT, version: 2, businessProfileId: KEVS.id });
  const user = await openSignedIn(path);
  await waitFor(() => expect(location.pathname).toMatch(/^\/quotes\/edit\//));
  const draft = location.pathname;
  await user.click(await screen.findByRole("link", { name: "Add your business" }));
  await findHeading("Your business");
  const made = mockResponse("POST /api/business-profiles", KEVS, { status: 201 });
  mockResponse("GET /api/business-profiles", [KEVS]);
  await user.type(screen.getByLabelText("Business name"), KEVS.name);
  await user.click(screen.getByRole("button", { name: "Save business" }));
  await waitFor(() => expect(location.pathname).toBe(draft));
  expect(made).toHaveLength(1);
  await screen.findByText(KEVS.name, { selector: "p" });
  expect(screen.queryByRole("link", { name: "Add your business" })).toBeNull();
  if (path === draft) {
    await waitFor(() => expect(JSON.stringify(saves.at(-1)?.body)).toContain(KEVS.id), { timeout: 5_000 });
  }
});

it("opens the VAT number field from a quote that charges VAT without one, and goes back to the quote", async () => {
  mockResponse("GET /api/income-tax/pot", { percentage: "20" });
  const charged = { ...DRAFT, businessProfileId: KEVS.id, vatTreatment: "taxable", tax: "20" } as Quote;
  mockResponse("GET /api/quotes/{id}", charged);
  mockResponse("GET /api/business-profiles", [KEVS]);
  mockResponse("GET /api/business-profiles/{id}", KEVS);
  mockResponse("GET /api/business-profiles/{id}/numbering", []);
  mockFault("GET /api/business-profiles/{id}/card", respondJson(404));
  const user = await openSignedIn(`/quotes/edit/${DRAFT.id}`);
  await user.click(await screen.findByRole("link", { name: "Enter it" }));
  await findHeading(KEVS.name);
  const field = await screen.findByLabelText<HTMLInputElement>(/^VAT number/);
  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.keyboard("GB 980 7806 84");
  const made = mockResponse("PUT /api/business-profiles/{id}", { ...KEVS, taxNumber: "GB 980 7806 84" });
  await user.click(screen.getByRole("button", { name: "Save changes" }));
  await waitFor(() => expect(location.pathname).toBe(`/quotes/edit/${DRAFT.id}`));
  expect(made.map(({ body }) => body.taxNumber)).toEqual(["GB 980 7806 84"]);
});
