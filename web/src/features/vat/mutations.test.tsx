// @vitest-environment happy-dom
import { describeWrites, FIGURES, ON_SHELF, writing } from "../../testing/shelf";
import { useFiling, useRegister } from "./queries";

const { profile } = ON_SHELF;
const OF_VAT = ["the VAT businesses", "a VAT return"] as const;

describeWrites("VAT", {
  "a business is registered": writing({
    call: "PUT /api/vat/{id}/registration",
    answer: { version: 1 },
    by: () => useRegister(profile),
    with: {} as never,
    // Profit and income tax count with or without VAT by it.
    again: FIGURES,
  }),
  "a return is filed": writing({
    call: "POST /api/vat/{id}/filed",
    answer: { filed: true },
    by: () => useFiling(profile),
    with: { to: "2026-09-30", isFiled: true },
    again: OF_VAT,
  }),
  "a return is opened again": writing({
    call: "DELETE /api/vat/{id}/filed",
    answer: { filed: false },
    by: () => useFiling(profile),
    with: { to: "2026-09-30", isFiled: false },
    again: OF_VAT,
  }),
});
