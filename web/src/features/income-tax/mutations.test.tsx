// @vitest-environment window
import { useSetTrade } from "../../entities/trades/queries";
import { defineMutation, describeMutations } from "../../testing/cached-queries";
import { useAddOtherIncome, useRemoveOtherIncome, useSaveTaxChoices } from "./queries";

describeMutations("income tax", {
  "it is chosen how a year counts": defineMutation({
    call: "PUT /api/income-tax/{year}/choices",
    answer: { basis: "cash" },
    hook: () => useSaveTaxChoices("2026"),
    variables: {} as never,
    refetched: ["the income tax"],
  }),
  "it is said which trade a business is of": defineMutation({
    call: "PUT /api/income-tax/trades",
    answer: [{ name: "Plumbing", businesses: [] }],
    hook: useSetTrade,
    variables: { profile: "p1", trade: "Plumbing" },
    refetched: ["the income tax"],
  }),
  "other income is written down": defineMutation({
    call: "POST /api/income-tax/other-income",
    answer: { id: "o1" },
    hook: useAddOtherIncome,
    variables: { id: "o1", input: {} as never },
    refetched: ["the income tax"],
  }),
  "other income is removed": defineMutation({
    call: "DELETE /api/income-tax/other-income/{id}",
    hook: useRemoveOtherIncome,
    variables: "o1",
    refetched: ["the income tax"],
  }),
});
