// @vitest-environment window
import { EMPTY_FIELDS } from "../../testing/fixtures";
import { describeScreenStates } from "../../testing/screen-states";

describeScreenStates("the quote templates", {
  path: "/quotes/templates",
  call: "GET /api/quote-templates",
  answer: [
    {
      ...EMPTY_FIELDS,
      id: "7d6c5b4a-3928-4716-8504-f3e2d1c0b908",
      version: 1,
      name: "New bathroom",
      businessProfileId: null,
      jobDescription: "",
      notes: "",
      template: null,
      terms: null,
      totalAmount: "0.00",
      createdAt: 0,
      updatedAt: 0,
    },
  ],
  shows: "New bathroom",
  empty: { answer: [], says: "No templates yet", next: ["See your quotes", "/quotes"] },
  fails: "Your templates could not be loaded",
});
