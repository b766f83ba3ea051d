// @vitest-environment window
import { createSummary, EMPTY_DASHBOARD } from "../../testing/fixtures";
import { mockResponse } from "../../testing/network";
import { describeScreenStates } from "../../testing/screen-states";

describeScreenStates("the dashboard", {
  path: "/dashboard",
  call: "GET /api/dashboard",
  answer: { ...EMPTY_DASHBOARD, recent: [createSummary("quote")] },
  shows: /Margaret Holroyd/,
  besides: () => mockResponse("GET /api/activities", []),
  empty: {
    answer: {
      ...EMPTY_DASHBOARD,
      firstWeek: { profile: false, payment: false, contact: false, document: false, sent: false },
    },
    says: "Your first week",
    next: ["Add your business", "/settings/business-profiles/new"],
  },
  fails: "The dashboard could not be loaded",
});
