// @vitest-environment window
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { StoredDocument } from "../../documents/types";
import { loadRules } from "../../rules/rules";
import { createDraft } from "../../testing/fixtures";
import { mockResponse } from "../../testing/network";
import { openSignedIn } from "../../testing/open-app";

/** A pump that cost 60.00, sold for 100.00 plus 20 % VAT. */
async function quote(more: object): Promise<StoredDocument> {
  const { calculate } = await loadRules();
  const items = [{ id: "a", name: "Pump", quantity: "1", price: "100", costType: "materials", cost: "60" }];
  const draft = { ...createDraft("quote"), items, vatTreatment: "taxable" as const, tax: "20" };
  const totals = { ...draft.totals, ...calculate(draft) };
  return { ...draft, totals, ...more } as unknown as StoredDocument;
}

async function open(document: StoredDocument) {
  mockResponse("GET /api/quotes/{id}", document as never);
  mockResponse("GET /api/quotes/{id}/timeline", {
    happened: [],
    openedFirst: null,
    openedLast: null,
    broughtFrom: null,
    madeOf: null,
    emails: [],
  });
  mockResponse("GET /api/quotes/{id}/chasing", {} as never);
  mockResponse("GET /api/income-tax/pot", { percentage: "20" });
  mockResponse("GET /api/vat", []);
  await openSignedIn(`/quotes/${document.id}`);
  await screen.findByRole("heading", { level: 1 });
}

it("deducts the cost of materials from what the business keeps", async () => {
  await open(await quote({ status: "accepted" }));
  const marginRegion = await screen.findByRole("region", { name: "What you keep" });
  // 120.00 − 20.00 of VAT − 60.00 = 40.00, of which a fifth is set aside for tax.
  const amounts = marginRegion.textContent?.match(/-?£[\d.]+/g);
  expect(amounts).toEqual(["£32.00", "-£20.00", "-£60.00", "-£8.00"]);
});

it.each([
  ["declined", { status: "declined" }],
  ["expired", { status: "sent", expiryDate: "2020-01-01" }],
  ["void", { status: "void" }],
  ["cancelled", { status: "accepted", cancelledDate: "2026-11-01" }],
])("shows no margin when the quote is %s", async (_, more) => {
  await open(await quote(more));
  // The rest of the page is displayed by then.
  await screen.findAllByText("Pump");
  await new Promise((resolve) => setTimeout(resolve));
  expect(screen.queryByRole("region", { name: "What you keep" })).toBeNull();
});
