// @vitest-environment window
import { DASHBOARD_QUERIES, defineMutation, describeMutations, IDS } from "../../testing/cached-queries";
import { useMarkReturnFiled, useSaveVatRegistration, useWriteOffBadDebt } from "./queries";

const { profile } = IDS;
const OF_VAT = ["the VAT businesses", "a VAT return"] as const;

describeMutations("VAT", {
  "a business is registered": defineMutation({
    call: "PUT /api/vat/{id}/registration",
    answer: { version: 1 },
    hook: () => useSaveVatRegistration(profile),
    variables: {} as never,
    // Profit and Income Tax include or exclude VAT depending on it.
    refetched: DASHBOARD_QUERIES,
  }),
  "an invoice is written off": defineMutation({
    call: "POST /api/vat/{id}/bad-debts",
    answer: { name: "", unclaimed: [], unclaimedCount: 0, unclaimedVat: "0.00", writtenOff: [] },
    hook: () => useWriteOffBadDebt(profile),
    variables: { invoice: IDS.invoice, isWrittenOff: true },
    refetched: [...OF_VAT, "the invoice's history"],
  }),
  "an invoice is no longer written off": defineMutation({
    call: "DELETE /api/vat/{id}/bad-debts",
    answer: { name: "", unclaimed: [], unclaimedCount: 0, unclaimedVat: "0.00", writtenOff: [] },
    hook: () => useWriteOffBadDebt(profile),
    variables: { invoice: IDS.invoice, isWrittenOff: false },
    refetched: [...OF_VAT, "the invoice's history"],
  }),
  "a return is marked as filed": defineMutation({
    call: "POST /api/vat/{id}/filed",
    answer: { filed: true },
    hook: () => useMarkReturnFiled(profile),
    variables: { to: "2026-09-30", isFiled: true },
    refetched: OF_VAT,
  }),
  "a return is reopened": defineMutation({
    call: "DELETE /api/vat/{id}/filed",
    answer: { filed: false },
    hook: () => useMarkReturnFiled(profile),
    variables: { to: "2026-09-30", isFiled: false },
    refetched: OF_VAT,
  }),
});
