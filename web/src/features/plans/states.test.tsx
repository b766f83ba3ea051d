// @vitest-environment happy-dom
import { SELF_HOSTED } from "../../testing/basics";
import { describeStates } from "../../testing/states";

describeStates("the plan", {
  path: "/settings/plan",
  call: "GET /api/subscription",
  answer: SELF_HOSTED,
  shows: "Everything is on",
  fails: "Your plan could not be loaded",
});
