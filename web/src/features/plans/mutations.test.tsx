// @vitest-environment window
import { SELF_HOSTED } from "../../testing/basics";
import { describeWrites, writing } from "../../testing/cached-queries";
import { useCancel, useChange, useResume } from "./mutations";

/** It may have been done all the same, or stand otherwise than was thought. */
const refused = { refetched: ["the plan"] } as const;
const SHOWN = { answer: SELF_HOSTED, updated: ["the plan"], refused } as const;

describeWrites("the plan", {
  "another one is chosen": writing({
    ...SHOWN,
    call: "POST /api/subscription/change",
    hook: useChange,
    variables: { plan: "plus" } as never,
  }),
  "it is cancelled": writing({
    ...SHOWN,
    call: "POST /api/subscription/cancel",
    hook: useCancel,
    variables: undefined,
  }),
  "it goes on": writing({
    ...SHOWN,
    call: "POST /api/subscription/resume",
    hook: useResume,
    variables: undefined,
  }),
});
