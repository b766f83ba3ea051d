// @vitest-environment happy-dom
import { ACCOUNT, ADA } from "../../testing/basics";
import { describeWrites, writing } from "../../testing/shelf";
import { useRemovePasskey, useRenamePasskey } from "./passkeys/mutations";
import { useSetUpPin, useTurnOffPin } from "./pin/mutations";
import {
  useCancelEmailChange,
  useChangeEmail,
  useChangeName,
  useChangePassword,
  useExport,
  useSignOutDevice,
  useSupportAccess,
  useVerifyNewEmail,
} from "./settings/mutations";

const CHANGED = { ...ACCOUNT, name: "Ada Lead", email: "lead@example.com" };
/** The bars at the edges name her too. */
const NAMED = {
  answer: CHANGED,
  holds: ["the account"],
  changes: { "who is signed in": { ...ADA, name: CHANGED.name, email: CHANGED.email } },
} as const;
const DEVICES = { again: ["the account's devices"] } as const;
const PASSKEYS = { again: ["the passkeys"] } as const;

describeWrites("the account", {
  "its name is changed": writing({
    ...NAMED,
    call: "PUT /api/account",
    by: useChangeName,
    with: CHANGED.name,
  }),
  "a code is sent to a new address": writing({
    call: "POST /api/account/email",
    answer: { sent: true },
    by: useChangeEmail,
    with: CHANGED.email,
    again: ["the account"],
  }),
  "the new address is verified": writing({
    ...NAMED,
    call: "POST /api/account/email/verify",
    by: useVerifyNewEmail,
    with: "123456",
  }),
  "the new address is given up": writing({
    call: "DELETE /api/account/email",
    by: useCancelEmailChange,
    with: undefined as never,
    again: ["the account"],
  }),
  "its password is changed": writing({
    call: "POST /api/account/password",
    by: useChangePassword,
    with: {} as never,
    ...DEVICES,
  }),
  "one device is logged out": writing({
    call: "DELETE /api/account/sessions/{id}",
    by: useSignOutDevice,
    with: "d1",
    ...DEVICES,
    refused: DEVICES,
  }),
  "all other devices are logged out": writing({
    call: "DELETE /api/account/sessions",
    by: useSignOutDevice,
    with: undefined,
    ...DEVICES,
    refused: DEVICES,
  }),
  "support may look into it": writing({
    call: "PUT /api/account/support-access",
    answer: { until: 1 },
    by: useSupportAccess,
    with: true,
    holds: ["whether support may look"],
    ...DEVICES,
  }),
  "support may not look any more": writing({
    call: "DELETE /api/account/support-access",
    answer: { until: 0 },
    by: useSupportAccess,
    with: false,
    holds: ["whether support may look"],
    ...DEVICES,
  }),
  "a copy of everything is asked for": writing({
    call: "POST /api/account/export",
    answer: { state: "making" },
    by: useExport,
    with: undefined as never,
    holds: ["the copy of everything"],
  }),
  "a passkey is renamed": writing({
    call: "PUT /api/account/passkeys/{id}",
    answer: { name: "Van phone" },
    by: useRenamePasskey,
    with: { id: "k1", name: "Van phone" },
    ...PASSKEYS,
  }),
  "a passkey is removed": writing({
    call: "DELETE /api/account/passkeys/{id}",
    by: useRemovePasskey,
    with: "k1",
    ...PASSKEYS,
    refused: PASSKEYS,
  }),
  "this device gets a PIN": writing({
    call: "POST /api/auth/pin/setup",
    answer: { ok: true },
    by: useSetUpPin,
    with: "4821",
    again: ["the account"],
  }),
  "this device has no PIN any more": writing({
    call: "DELETE /api/auth/pin",
    by: useTurnOffPin,
    with: undefined as never,
    again: ["the account"],
  }),
});
