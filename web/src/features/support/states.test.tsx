// @vitest-environment happy-dom
import { describeStates } from "../../testing/states";

describeStates("the messages to support", {
  path: "/support",
  call: "GET /api/support",
  answer: [],
  shows: "You have not written to us yet.",
  fails: "This could not be loaded",
});
