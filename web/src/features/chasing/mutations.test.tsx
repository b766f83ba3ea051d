// @vitest-environment window
import {
  CREDIT_NOTE_QUERIES,
  defineMutation,
  describeMutations,
  IDS,
  INVOICE_QUERIES,
  QUOTE_QUERIES,
} from "../../testing/cached-queries";
import { useSaveChasePlan } from "./reminder-plan";

describeMutations("a business's reminders", {
  "they are changed": defineMutation({
    call: "PUT /api/business-profiles/{id}/chasing",
    answer: { version: 1 },
    hook: () => useSaveChasePlan(IDS.profile),
    variables: {} as never,
    // Each document shows when its next reminder is due.
    refetched: [...QUOTE_QUERIES, ...INVOICE_QUERIES, ...CREDIT_NOTE_QUERIES],
  }),
});
