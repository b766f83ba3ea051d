// @vitest-environment window
import { mockResponse } from "../../testing/network";
import { describeScreenStates } from "../../testing/screen-states";

describeScreenStates("the notifications", {
  path: "/notifications",
  call: "GET /api/notifications",
  answer: [
    {
      id: "1f2e3d4c-5b6a-4978-8695-a4b3c2d1e007",
      kind: "quote_accepted",
      sentence: "Margaret Holroyd accepted quote PL-0001",
      subjectKind: "quote",
      subjectId: "51d1f9f2-3b7f-4a52-8c7b-2f6de1a0b902",
      createdAt: Date.UTC(2026, 8, 1, 9),
      readAt: null,
    },
  ],
  shows: /Margaret Holroyd accepted quote PL-0001/,
  empty: { answer: [], says: "Nothing new yet", next: ["Settings", "/settings/notifications"] },
  fails: "Your notifications could not be loaded",
});

const NO_DEVICES = { applicationServerKey: "", devices: [] };

describeScreenStates("the notification settings", {
  path: "/settings/notifications",
  call: "GET /api/notifications/settings",
  answer: { showDetails: false, topics: [] },
  shows: "What we send you",
  besides: () => mockResponse("GET /api/notifications/devices", NO_DEVICES),
  fails: "Your settings could not be loaded",
});

describeScreenStates("the notified devices", {
  path: "/settings/notifications",
  call: "GET /api/notifications/devices",
  answer: {
    ...NO_DEVICES,
    devices: [{ id: "d1", device: "Chrome on Android", current: false, createdAt: 0, lastSentAt: null }],
  },
  shows: /Chrome on Android/,
  besides: () => mockResponse("GET /api/notifications/settings", { showDetails: false, topics: [] }),
  fails: "Your devices could not be loaded",
});
