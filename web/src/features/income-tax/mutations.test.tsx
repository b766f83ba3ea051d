// @vitest-environment window
import { useSetTrade } from "../../entities/trades/queries";
import { describeWrites, writing } from "../../testing/cached-queries";
import { useAddOtherIncome, useChoose, useRemoveOtherIncome } from "./queries";

describeWrites("income tax", {
  "it is chosen how a year counts": writing({
    call: "PUT /api/income-tax/{year}/choices",
    answer: { basis: "cash" },
    hook: () => useChoose("2026"),
    variables: {} as never,
    refetched: ["the income tax"],
  }),
  "it is said which trade a business is of": writing({
    call: "PUT /api/income-tax/trades",
    answer: [{ name: "Plumbing", businesses: [] }],
    hook: useSetTrade,
    variables: { profile: "p1", trade: "Plumbing" },
    refetched: ["the income tax"],
  }),
  "other income is written down": writing({
    call: "POST /api/income-tax/other-income",
    answer: { id: "o1" },
    hook: useAddOtherIncome,
    variables: { id: "o1", input: {} as never },
    refetched: ["the income tax"],
  }),
  "other income is removed": writing({
    call: "DELETE /api/income-tax/other-income/{id}",
    hook: useRemoveOtherIncome,
    variables: "o1",
    refetched: ["the income tax"],
  }),
});
