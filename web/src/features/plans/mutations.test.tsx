// @vitest-environment window

import { defineMutation, describeMutations } from "../../testing/cached-queries";
import { SELF_HOSTED } from "../../testing/fixtures";
import { useCancelPlan, useChangePlan, useResumePlan } from "./mutations";

/** The change may have been made all the same, or the plan's state may have been a different one. */
const refused = { refetched: ["the plan"] } as const;
const SHOWN = { answer: SELF_HOSTED, updated: ["the plan"], refused } as const;

describeMutations("the plan", {
  "another one is chosen": defineMutation({
    ...SHOWN,
    call: "POST /api/subscription/change",
    hook: useChangePlan,
    variables: { plan: "plus" } as never,
  }),
  "it is cancelled": defineMutation({
    ...SHOWN,
    call: "POST /api/subscription/cancel",
    hook: useCancelPlan,
    variables: undefined,
  }),
  "it is resumed": defineMutation({
    ...SHOWN,
    call: "POST /api/subscription/resume",
    hook: useResumePlan,
    variables: undefined,
  }),
});
