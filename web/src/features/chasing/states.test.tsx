// @vitest-environment window
import { mockFault, respondJson } from "../../testing/network";
import { describeScreenStates, NOT_FOUND } from "../../testing/screen-states";

const NO_WORDS = { beforeDue: "", onDue: "", afterDue: "", unanswered: "", expiring: "" };

describeScreenStates("the reminders of a business", {
  path: "/settings/business-profiles/p1/reminders",
  call: "GET /api/business-profiles/{id}/chasing",
  answer: {
    usual: NO_WORDS,
    version: 1,
    invoices: false,
    quotes: false,
    steps: [],
    weekdays: [],
    words: NO_WORDS,
  },
  shows: "Days",
  // Only its name is read here.
  besides: () => mockFault("GET /api/business-profiles/{id}", respondJson(404)),
  fails: "The reminders could not be loaded",
  refused: [
    {
      when: "when the profile no longer exists",
      by: NOT_FOUND,
      says: "We couldn’t find this profile",
      next: ["See your profiles", "/settings/business-profiles"],
    },
  ],
});
