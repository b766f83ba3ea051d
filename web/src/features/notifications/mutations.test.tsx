// @vitest-environment happy-dom
import { describeWrites, writing } from "../../testing/shelf";
import { useChangeSettings, useReadAll, useReadOne, useTurnOff } from "./mutations";

/** Also after a refusal: it may have been seen elsewhere. */
const LIST = { again: ["the notifications", "how many are unread"] } as const;
const DEVICES = { again: ["the notified devices"] } as const;

describeWrites("what is notified", {
  "one was seen": writing({
    call: "POST /api/notifications/{id}/read",
    answer: { seen: true },
    by: useReadOne,
    with: "n1",
    ...LIST,
    refused: LIST,
  }),
  "all were seen": writing({
    call: "POST /api/notifications/read",
    answer: { seen: true },
    by: useReadAll,
    with: "n9",
    ...LIST,
    refused: LIST,
  }),
  "it is chosen what is told": writing({
    call: "PUT /api/notifications/settings",
    answer: { email: [] },
    by: useChangeSettings,
    with: {} as never,
    holds: ["the notification settings"],
  }),
  "a device is told nothing more": writing({
    call: "DELETE /api/notifications/devices/{id}",
    by: () => useTurnOff("ada"),
    with: { id: "d1", current: false },
    ...DEVICES,
    refused: DEVICES,
  }),
});
