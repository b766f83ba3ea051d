// @vitest-environment window
import { describeScreenStates } from "../../testing/screen-states";

describeScreenStates("the activities", {
  path: "/activities",
  call: "GET /api/activities",
  answer: [
    {
      id: "1f2e3d4c-5b6a-4978-8695-a4b3c2d1e006",
      kind: "business_profile_updated",
      actor: "business",
      sentence: "Your business profile was changed",
      subjectKind: "quote",
      subjectId: "51d1f9f2-3b7f-4a52-8c7b-2f6de1a0b902",
      data: {},
      createdAt: Date.UTC(2026, 8, 1, 9),
    },
  ],
  shows: "Your business profile was changed",
  empty: {
    answer: [],
    says: "You’ll see what happens here",
    next: ["Make your first quote", "/quotes/create"],
  },
  fails: "Your activities could not be loaded",
});
