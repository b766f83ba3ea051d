// @vitest-environment window
import { defineMutation, describeMutations } from "../../testing/cached-queries";
import {
  useChangeNotificationSettings,
  useMarkAllNotificationsRead,
  useMarkNotificationRead,
  useTurnOffDevice,
} from "./mutations";

/** Also after an error: it may have been read elsewhere. */
const LIST = { refetched: ["the notifications", "how many are unread"] } as const;
const DEVICES = { refetched: ["the notified devices"] } as const;

describeMutations("notifications", {
  "one is marked as read": defineMutation({
    call: "POST /api/notifications/{id}/read",
    answer: { seen: true },
    hook: useMarkNotificationRead,
    variables: "n1",
    ...LIST,
    refused: LIST,
  }),
  "all are marked as read": defineMutation({
    call: "POST /api/notifications/read",
    answer: { seen: true },
    hook: useMarkAllNotificationsRead,
    variables: "n9",
    ...LIST,
    refused: LIST,
  }),
  "the notification settings are changed": defineMutation({
    call: "PUT /api/notifications/settings",
    answer: { email: [] },
    hook: useChangeNotificationSettings,
    variables: {} as never,
    updated: ["the notification settings"],
  }),
  "notifications are turned off for a device": defineMutation({
    call: "DELETE /api/notifications/devices/{id}",
    hook: () => useTurnOffDevice("ada"),
    variables: { id: "d1", current: false },
    ...DEVICES,
    refused: DEVICES,
  }),
});
