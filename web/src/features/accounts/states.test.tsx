// @vitest-environment window
import { ACCOUNT } from "../../testing/fixtures";
import { describeScreenStates } from "../../testing/screen-states";

describeScreenStates("the settings", {
  path: "/settings",
  call: "GET /api/account",
  answer: ACCOUNT,
  shows: "Your account",
  fails: "Your account could not be loaded",
});
