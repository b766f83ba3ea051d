// @vitest-environment window
import { DASHBOARD_QUERIES, defineMutation, describeMutations, IDS } from "../../testing/cached-queries";
import {
  useMarkReturnFiled,
  useRegisterContractor,
  useRemovePayment,
  useSavePayment,
  useSaveSubcontractor,
} from "./contractor/queries";
import { useAddStatement, useRemoveStatement } from "./queries";

const { profile, expense, contact } = IDS;

/** A payment is an expense too, so what is calculated from expenses changes with it. */
const PAID = [
  ...DASHBOARD_QUERIES,
  "the expense",
  "another expense",
  "the expenses",
  "the suppliers",
] as const;

describeMutations("CIS", {
  "a statement is added": defineMutation({
    call: "POST /api/cis/statements",
    answer: { id: "s1" },
    hook: useAddStatement,
    variables: { id: "s1", input: {} as never },
    refetched: ["the CIS ledger"],
  }),
  "a statement is removed": defineMutation({
    call: "DELETE /api/cis/statements/{id}",
    hook: useRemoveStatement,
    variables: "s1",
    refetched: ["the CIS ledger"],
  }),
  "a business is set up as a contractor": defineMutation({
    call: "PUT /api/cis/contractors/{id}",
    answer: { version: 1 },
    hook: () => useRegisterContractor(profile),
    variables: {} as never,
    refetched: PAID,
  }),
  "a subcontractor is saved": defineMutation({
    call: "PUT /api/cis/subcontractors/{id}",
    answer: { version: 1 },
    hook: useSaveSubcontractor,
    variables: { id: contact, input: {} as never },
    refetched: PAID,
  }),
  "a payment is recorded": defineMutation({
    call: "POST /api/cis/payments",
    answer: { version: 1 },
    hook: () => useSavePayment(undefined),
    variables: { id: expense, input: {} as never },
    refetched: PAID,
  }),
  "a payment is changed": defineMutation({
    call: "PUT /api/cis/payments/{id}",
    answer: { version: 2 },
    hook: () => useSavePayment({ id: expense, version: 1 } as never),
    variables: { id: expense, input: {} as never },
    refetched: PAID,
  }),
  "a payment is removed": defineMutation({
    call: "DELETE /api/cis/payments/{id}",
    hook: useRemovePayment,
    variables: expense,
    refetched: PAID,
  }),
  "a month's return is marked as filed": defineMutation({
    call: "POST /api/cis/contractors/{id}/filed",
    answer: { filed: true },
    hook: () => useMarkReturnFiled(profile),
    variables: { month: "2026-09", filedOn: "2026-10-02" },
    refetched: PAID,
  }),
  "a month's return is reopened": defineMutation({
    call: "DELETE /api/cis/contractors/{id}/filed",
    answer: { filed: false },
    hook: () => useMarkReturnFiled(profile),
    variables: { month: "2026-09" },
    refetched: PAID,
  }),
});
