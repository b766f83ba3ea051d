// @vitest-environment happy-dom
import { SELF_HOSTED } from "../../testing/basics";
import { describeWrites, writing } from "../../testing/shelf";
import { useCancel, useChange, useResume } from "./mutations";

/** It may have been done all the same, or stand otherwise than was thought. */
const refused = { again: ["the plan"] } as const;
const SHOWN = { answer: SELF_HOSTED, holds: ["the plan"], refused } as const;

describeWrites("the plan", {
  "another one is chosen": writing({
    ...SHOWN,
    call: "POST /api/subscription/change",
    by: useChange,
    with: { plan: "plus" } as never,
  }),
  "it is cancelled": writing({
    ...SHOWN,
    call: "POST /api/subscription/cancel",
    by: useCancel,
    with: undefined,
  }),
  "it goes on": writing({
    ...SHOWN,
    call: "POST /api/subscription/resume",
    by: useResume,
    with: undefined,
  }),
});
