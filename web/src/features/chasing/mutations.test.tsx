// @vitest-environment happy-dom
import { CREDIT_NOTES, describeWrites, INVOICES, ON_SHELF, QUOTES, writing } from "../../testing/shelf";
import { useSavePlan } from "./queries";

describeWrites("when customers are reminded", {
  "it is changed": writing({
    call: "PUT /api/business-profiles/{id}/chasing",
    answer: { version: 1 },
    by: () => useSavePlan(ON_SHELF.profile),
    with: {} as never,
    // Each document says when its next reminder goes out.
    again: [...QUOTES, ...INVOICES, ...CREDIT_NOTES],
  }),
});
