// @vitest-environment window
import { describeWrites, writing } from "../../testing/cached-queries";
import { useChangeSettings, useReadAll, useReadOne, useTurnOff } from "./mutations";

/** Also after a refusal: it may have been seen elsewhere. */
const LIST = { refetched: ["the notifications", "how many are unread"] } as const;
const DEVICES = { refetched: ["the notified devices"] } as const;

describeWrites("what is notified", {
  "one was seen": writing({
    call: "POST /api/notifications/{id}/read",
    answer: { seen: true },
    hook: useReadOne,
    variables: "n1",
    ...LIST,
    refused: LIST,
  }),
  "all were seen": writing({
    call: "POST /api/notifications/read",
    answer: { seen: true },
    hook: useReadAll,
    variables: "n9",
    ...LIST,
    refused: LIST,
  }),
  "the notification settings are changed": writing({
    call: "PUT /api/notifications/settings",
    answer: { email: [] },
    hook: useChangeSettings,
    variables: {} as never,
    updated: ["the notification settings"],
  }),
  "notifications are turned off for a device": writing({
    call: "DELETE /api/notifications/devices/{id}",
    hook: () => useTurnOff("ada"),
    variables: { id: "d1", current: false },
    ...DEVICES,
    refused: DEVICES,
  }),
});
