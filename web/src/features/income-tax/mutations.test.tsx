// @vitest-environment happy-dom
import { describeWrites, writing } from "../../testing/shelf";
import { useAddOtherIncome, useChoose, useRemoveOtherIncome } from "./queries";

describeWrites("income tax", {
  "it is chosen how a year counts": writing({
    call: "PUT /api/income-tax/{year}/choices",
    answer: { basis: "cash" },
    by: () => useChoose("2026"),
    with: {} as never,
    again: ["the income tax"],
  }),
  "other income is written down": writing({
    call: "POST /api/income-tax/other-income",
    answer: { id: "o1" },
    by: useAddOtherIncome,
    with: { id: "o1", input: {} as never },
    again: ["the income tax"],
  }),
  "other income is removed": writing({
    call: "DELETE /api/income-tax/other-income/{id}",
    by: useRemoveOtherIncome,
    with: "o1",
    again: ["the income tax"],
  }),
});
