// @vitest-environment window
import { useSetTrade } from "../../entities/trades/queries";
import { defineMutation, describeMutations } from "../../testing/cached-queries";
import { useAddOtherIncome, useRemoveOtherIncome, useSaveTaxChoices } from "./queries";

describeMutations("income tax", {
  "the choices for a year are saved": defineMutation({
    call: "PUT /api/income-tax/{year}/choices",
    answer: { basis: "cash" },
    hook: () => useSaveTaxChoices("2026"),
    variables: {} as never,
    refetched: ["the income tax"],
  }),
  "the trade of a business is saved": defineMutation({
    call: "PUT /api/income-tax/trades",
    answer: [{ name: "Plumbing", businesses: [] }],
    hook: useSetTrade,
    variables: { profile: "p1", trade: "Plumbing" },
    refetched: ["the income tax"],
  }),
  "other income is added": defineMutation({
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
