// @vitest-environment window
import { fails, json } from "../../testing/network";
import { describeStates, GONE } from "../../testing/states";

const NO_WORDS = { beforeDue: "", onDue: "", afterDue: "", unanswered: "", expiring: "" };

describeStates("the reminders of a business", {
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
  // Only its name is read of it.
  besides: () => fails("GET /api/business-profiles/{id}", json(404)),
  fails: "The reminders could not be loaded",
  refused: [
    {
      when: "where the profile is gone",
      by: GONE,
      says: "We couldn’t find this profile",
      next: ["See your profiles", "/settings/business-profiles"],
    },
  ],
});
