// @vitest-environment happy-dom
import { describeWrites, FIGURES, ON_SHELF, writing } from "../../testing/shelf";
import {
  useFiling,
  usePutSubcontractor,
  useRegisterContractor,
  useRemovePayment,
  useSavePayment,
} from "./contractor/queries";
import { useAddStatement, useRemoveStatement } from "./queries";

const { profile, expense, contact } = ON_SHELF;

/** A payment is an expense too, and what is made of expenses changes with it. */
const PAID = [...FIGURES, "the expense", "another expense", "the expenses", "the suppliers"] as const;

describeWrites("CIS", {
  "a statement is written down": writing({
    call: "POST /api/cis/statements",
    answer: { id: "s1" },
    by: useAddStatement,
    with: { id: "s1", input: {} as never },
    again: ["the CIS ledger"],
  }),
  "a statement is removed": writing({
    call: "DELETE /api/cis/statements/{id}",
    by: useRemoveStatement,
    with: "s1",
    again: ["the CIS ledger"],
  }),
  "a business is set up as a contractor": writing({
    call: "PUT /api/cis/contractors/{id}",
    answer: { version: 1 },
    by: () => useRegisterContractor(profile),
    with: {} as never,
    again: PAID,
  }),
  "a subcontractor is verified": writing({
    call: "PUT /api/cis/subcontractors/{id}",
    answer: { version: 1 },
    by: usePutSubcontractor,
    with: { id: contact, input: {} as never },
    again: PAID,
  }),
  "a payment is written down": writing({
    call: "POST /api/cis/payments",
    answer: { version: 1 },
    by: () => useSavePayment(undefined),
    with: { id: expense, input: {} as never },
    again: PAID,
  }),
  "a payment is changed": writing({
    call: "PUT /api/cis/payments/{id}",
    answer: { version: 2 },
    by: () => useSavePayment({ id: expense, version: 1 } as never),
    with: { id: expense, input: {} as never },
    again: PAID,
  }),
  "a payment is removed": writing({
    call: "DELETE /api/cis/payments/{id}",
    by: useRemovePayment,
    with: expense,
    again: PAID,
  }),
  "a month's return is filed": writing({
    call: "POST /api/cis/contractors/{id}/filed",
    answer: { filed: true },
    by: () => useFiling(profile),
    with: { month: "2026-09", filedOn: "2026-10-02" },
    again: PAID,
  }),
  "a month's return is opened again": writing({
    call: "DELETE /api/cis/contractors/{id}/filed",
    answer: { filed: false },
    by: () => useFiling(profile),
    with: { month: "2026-09" },
    again: PAID,
  }),
});
