// @vitest-environment window
import { describeConfirmation } from "../../testing/confirmations";
import { mockResponse } from "../../testing/network";

describeConfirmation("removing a passkey", {
  path: "/settings",
  besides: () =>
    mockResponse("GET /api/account/passkeys", [
      { id: "k1", name: "Van phone", createdAt: 0, lastUsedAt: null },
    ]),
  presses: [/^Remove/],
  title: "Remove Van phone?",
  confirm: "Remove",
  call: "DELETE /api/account/passkeys/{id}",
  sends: { params: { id: "k1" } },
  done: { says: "Van phone can no longer be used to log in" },
  failed: "The passkey was not removed",
});

const DEVICE = { current: true, active: true, createdAt: 0, lastSeenAt: 0, pin: false };

describeConfirmation("logging out all other devices", {
  path: "/settings",
  besides: () =>
    mockResponse("GET /api/account/sessions", [
      { ...DEVICE, id: "d1", device: "Chrome on Linux" },
      { ...DEVICE, id: "d2", device: "Safari on iPhone", current: false },
    ]),
  presses: ["Log out all other devices"],
  title: "Log out all other devices?",
  confirm: "Log out all",
  call: "DELETE /api/account/sessions",
  sends: {},
  done: { says: "All other devices have been logged out" },
  failed: "The device was not logged out",
});
