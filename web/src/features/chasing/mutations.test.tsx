// @vitest-environment window
import { CREDIT_NOTES, describeWrites, IDS, INVOICES, QUOTES, writing } from "../../testing/cached-queries";
import { useSavePlan } from "./queries";

describeWrites("when customers are reminded", {
  "it is changed": writing({
    call: "PUT /api/business-profiles/{id}/chasing",
    answer: { version: 1 },
    hook: () => useSavePlan(IDS.profile),
    variables: {} as never,
    // Each document says when its next reminder goes out.
    refetched: [...QUOTES, ...INVOICES, ...CREDIT_NOTES],
  }),
});
