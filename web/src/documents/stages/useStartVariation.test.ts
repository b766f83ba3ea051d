import { expect, it } from "vitest";
import type { StoredDocument } from "../types";
import { buildVariationDraft } from "./JobCard";

it("starts with the quote's customer, VAT and CIS, but without its deposit", () => {
  const quote = {
    id: "q",
    quoteNumber: "Q-0012",
    businessProfileId: "b",
    contactId: "c",
    vatTreatment: "reverseCharge",
    tax: "20",
    cisRate: "30",
    includeDeposit: true,
    deposit: "25",
    documentLabourUnitType: "days",
    totals: { totalAmount: "478.10" },
  } as unknown as StoredDocument;
  expect(buildVariationDraft(quote, "598.10")).toMatchObject({
    businessProfileId: "b",
    contactId: "c",
    vatTreatment: "reverseCharge",
    tax: "20",
    cisRate: "30",
    includeDeposit: false,
    labourUnitType: "days",
    varies: { id: "q", quoteNumber: "Q-0012", agreed: "598.10" },
  });
  // Offline, only what was accepted is known.
  expect(buildVariationDraft({ ...quote, cisRate: null }, undefined)).toMatchObject({
    cisRate: null,
    // A quote cached before prices with VAT existed lacks this field.
    pricesIncludeVat: false,
    varies: { agreed: "478.10" },
  });
  expect(buildVariationDraft({ ...quote, pricesIncludeVat: true }, undefined).pricesIncludeVat).toBe(true);
});
