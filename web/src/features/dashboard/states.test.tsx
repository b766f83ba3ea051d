// @vitest-environment window
import { EMPTY_DASHBOARD } from "../../testing/basics";
import { answers } from "../../testing/network";
import { summaryOf } from "../../testing/records";
import { describeStates } from "../../testing/states";

describeStates("the dashboard", {
  path: "/dashboard",
  call: "GET /api/dashboard",
  answer: { ...EMPTY_DASHBOARD, recent: [summaryOf("quote")] },
  shows: /Margaret Holroyd/,
  besides: () => answers("GET /api/activities", []),
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
