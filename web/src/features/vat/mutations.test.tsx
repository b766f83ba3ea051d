// @vitest-environment window
import { describeWrites, FIGURES, IDS, writing } from "../../testing/cached-queries";
import { useFiling, useRegister, useWriteOff } from "./queries";

const { profile } = IDS;
const OF_VAT = ["the VAT businesses", "a VAT return"] as const;

describeWrites("VAT", {
  "a business is registered": writing({
    call: "PUT /api/vat/{id}/registration",
    answer: { version: 1 },
    hook: () => useRegister(profile),
    variables: {} as never,
    // Profit and income tax count with or without VAT by it.
    refetched: FIGURES,
  }),
  "an invoice is written off": writing({
    call: "POST /api/vat/{id}/bad-debts",
    answer: { name: "", unclaimed: [], unclaimedCount: 0, unclaimedVat: "0.00", writtenOff: [] },
    hook: () => useWriteOff(profile),
    variables: { invoice: IDS.invoice, isWrittenOff: true },
    refetched: [...OF_VAT, "the invoice's history"],
  }),
  "an invoice is no longer written off": writing({
    call: "DELETE /api/vat/{id}/bad-debts",
    answer: { name: "", unclaimed: [], unclaimedCount: 0, unclaimedVat: "0.00", writtenOff: [] },
    hook: () => useWriteOff(profile),
    variables: { invoice: IDS.invoice, isWrittenOff: false },
    refetched: [...OF_VAT, "the invoice's history"],
  }),
  "a return is filed": writing({
    call: "POST /api/vat/{id}/filed",
    answer: { filed: true },
    hook: () => useFiling(profile),
    variables: { to: "2026-09-30", isFiled: true },
    refetched: OF_VAT,
  }),
  "a return is opened again": writing({
    call: "DELETE /api/vat/{id}/filed",
    answer: { filed: false },
    hook: () => useFiling(profile),
    variables: { to: "2026-09-30", isFiled: false },
    refetched: OF_VAT,
  }),
});
