// @vitest-environment window

import { defineMutation, describeMutations } from "../../testing/cached-queries";
import { ACCOUNT, ADA } from "../../testing/fixtures";
import { useRemovePasskey, useRenamePasskey } from "./passkeys/passkeys";
import { useSetUpPin, useTurnOffPin } from "./pin/mutations";
import {
  useCancelEmailChange,
  useChangeEmail,
  useChangeName,
  useChangeOwnBusiness,
  useChangePassword,
  useChangeSupportAccess,
  useSignOutDevice,
  useStartExport,
  useVerifyNewEmail,
} from "./settings/queries";

const CHANGED = { ...ACCOUNT, name: "Ada Lead", email: "lead@example.com" };
/** The bars at the edges of the app display her name too. */
const NAMED = {
  answer: CHANGED,
  updated: ["the account"],
  changes: { "who is signed in": { ...ADA, name: CHANGED.name, email: CHANGED.email } },
} as const;
const DEVICES = { refetched: ["the account's devices"] } as const;
const PASSKEYS = { refetched: ["the passkeys"] } as const;

describeMutations("the account", {
  "its name is changed": defineMutation({
    ...NAMED,
    call: "PUT /api/account",
    hook: useChangeName,
    variables: CHANGED.name,
  }),
  "its business details are changed": defineMutation({
    ...NAMED,
    call: "PUT /api/account",
    hook: useChangeOwnBusiness,
    variables: { businessName: "Pipe & Daughters", phone: "", address: "" },
  }),
  "a code is sent to a new email address": defineMutation({
    call: "POST /api/account/email",
    answer: { sent: true },
    hook: useChangeEmail,
    variables: CHANGED.email,
    refetched: ["the account"],
  }),
  "the new email address is verified": defineMutation({
    ...NAMED,
    call: "POST /api/account/email/verify",
    hook: useVerifyNewEmail,
    variables: "123456",
  }),
  "the change of email address is cancelled": defineMutation({
    call: "DELETE /api/account/email",
    hook: useCancelEmailChange,
    variables: undefined as never,
    refetched: ["the account"],
  }),
  "its password is changed": defineMutation({
    call: "POST /api/account/password",
    hook: useChangePassword,
    variables: {} as never,
    ...DEVICES,
  }),
  "one device is logged out": defineMutation({
    call: "DELETE /api/account/sessions/{id}",
    hook: useSignOutDevice,
    variables: "d1",
    ...DEVICES,
    refused: DEVICES,
  }),
  "all other devices are logged out": defineMutation({
    call: "DELETE /api/account/sessions",
    hook: useSignOutDevice,
    variables: undefined,
    ...DEVICES,
    refused: DEVICES,
  }),
  "support is given access": defineMutation({
    call: "PUT /api/account/support-access",
    answer: { until: 1 },
    hook: useChangeSupportAccess,
    variables: true,
    updated: ["whether support may look"],
    ...DEVICES,
  }),
  "support's access is withdrawn": defineMutation({
    call: "DELETE /api/account/support-access",
    answer: { until: 0 },
    hook: useChangeSupportAccess,
    variables: false,
    updated: ["whether support may look"],
    ...DEVICES,
  }),
  "an export is requested": defineMutation({
    call: "POST /api/account/export",
    answer: { state: "making" },
    hook: useStartExport,
    variables: undefined as never,
    updated: ["the copy of everything"],
  }),
  "a passkey is renamed": defineMutation({
    call: "PUT /api/account/passkeys/{id}",
    answer: { name: "Van phone" },
    hook: useRenamePasskey,
    variables: { id: "k1", name: "Van phone" },
    ...PASSKEYS,
  }),
  "a passkey is removed": defineMutation({
    call: "DELETE /api/account/passkeys/{id}",
    hook: useRemovePasskey,
    variables: "k1",
    ...PASSKEYS,
    refused: PASSKEYS,
  }),
  "a PIN is set up for this device": defineMutation({
    call: "POST /api/auth/pin/setup",
    answer: { ok: true },
    hook: useSetUpPin,
    variables: "4821",
    refetched: ["the account"],
  }),
  "the PIN for this device is turned off": defineMutation({
    call: "DELETE /api/auth/pin",
    hook: useTurnOffPin,
    variables: undefined as never,
    refetched: ["the account"],
  }),
});
