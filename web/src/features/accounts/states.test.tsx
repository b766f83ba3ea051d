// @vitest-environment window
import { ACCOUNT } from "../../testing/basics";
import { describeStates } from "../../testing/states";

describeStates("the settings", {
  path: "/settings",
  call: "GET /api/account",
  answer: ACCOUNT,
  shows: "Your account",
  fails: "Your account could not be loaded",
});
