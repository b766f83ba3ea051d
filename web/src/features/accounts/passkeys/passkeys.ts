import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { ExplainedError } from "../../../api/errors";
import type { AuthConfig } from "../../../api/generated/AuthConfig";
import type { User } from "../../../api/generated/User";
import { get, post, put, remove } from "../../../api/requests";
import { withPassword } from "../../../entities/accounts/ConfirmPasswordDialog";
import { getCurrentAccount } from "../../../offline/current-account";
import type { DeviceUser } from "../../../offline/device/database";
import { recordSeenUser, updateDeviceUser } from "../../../offline/device/device-users";

/**
 * Whether this page can use passkeys: the browser supports their JSON methods, and the page's host name is
 * the one that the server's passkeys are bound to.
 */
export function canUsePasskeys(config: AuthConfig | undefined, host = window.location.hostname): boolean {
  return (
    config?.passkeysOf === host &&
    typeof PublicKeyCredential !== "undefined" &&
    "parseRequestOptionsFromJSON" in PublicKeyCredential
  );
}

/** The person dismissed the browser's prompt, or did not respond to it. */
export class PasskeyPromptDismissed extends Error {
  override name = "NotAnswered";
}

/** The device already has a passkey for this account. */
export class PasskeyAlreadyOnDevice extends Error {
  override name = "KnownHere";
}

function toPasskeyError(error: unknown): unknown {
  if (!(error instanceof DOMException)) return error;
  if (error.name === "InvalidStateError") return new PasskeyAlreadyOnDevice();
  return error.name === "NotAllowedError" || error.name === "AbortError"
    ? new PasskeyPromptDismissed()
    : error;
}

type PasskeyOptions = Record<string, unknown>;

/** Has the device create a passkey; resolves to it as JSON for the server. */
export async function createPasskey(options: PasskeyOptions): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const created = await navigator.credentials.create({ publicKey }).catch((error: unknown) => {
    throw toPasskeyError(error);
  });
  return (created as PublicKeyCredential).toJSON();
}

/**
 * Has the device sign; with `suggestionSignal` its passkeys appear among a field's suggestions instead of in
 * a prompt.
 */
export async function signWithPasskey(
  options: PasskeyOptions,
  suggestionSignal?: AbortSignal,
): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  const request: CredentialRequestOptions = suggestionSignal
    ? { publicKey, mediation: "conditional", signal: suggestionSignal }
    : { publicKey };
  const signed = await navigator.credentials.get(request).catch((error: unknown) => {
    throw toPasskeyError(error);
  });
  return (signed as PublicKeyCredential).toJSON();
}

/** Whether the browser offers passkeys among a field's suggestions. */
export async function canSuggestPasskeys(): Promise<boolean> {
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}

export const fetchPasskeys = (signal: AbortSignal) => get("/api/account/passkeys", { signal });

/** The flag by which an authenticator reports that it verified the user: WebAuthn, section 6.1. */
const USER_VERIFIED = 0x04;
/**
 * The position of the flags in the authenticator data, after the hash of the name that the passkey is bound
 * to.
 */
const FLAGS_OFFSET = 32;

/** Records which passkeys were used to sign in on this device. */
export function rememberPasskey(account: string, credential: unknown): Promise<void> {
  const id =
    typeof credential === "object" && credential !== null && "id" in credential ? credential.id : null;
  return updateDeviceUser(account, (before) => {
    if (!before || typeof id !== "string" || before.passkeys.includes(id)) return before ?? null;
    return { ...before, passkeys: [...before.passkeys, id] };
  });
}

/** Without a connection: the device verifies the user by a passkey that signed them in here before. */
export async function unlockWithPasskey({ account, user, passkeys }: DeviceUser): Promise<User> {
  const publicKey: PublicKeyCredentialRequestOptions = {
    challenge: crypto.getRandomValues(new Uint8Array(32)),
    allowCredentials: passkeys.map((id) => ({ type: "public-key", id: decodeBase64Url(id) })),
    userVerification: "required",
  };
  const signed = await navigator.credentials.get({ publicKey }).catch((error: unknown) => {
    throw error instanceof DOMException && error.name === "NotAllowedError"
      ? new PasskeyPromptDismissed()
      : error;
  });
  if (!(signed instanceof PublicKeyCredential) || !passkeys.includes(signed.id))
    throw new PasskeyPromptDismissed();
  const { authenticatorData } = signed.response as AuthenticatorAssertionResponse;
  const flags = new Uint8Array(authenticatorData)[FLAGS_OFFSET] ?? 0;
  if ((flags & USER_VERIFIED) === 0) throw new ExplainedError("The passkey didn’t check that it’s you.");
  await updateDeviceUser(account, (before) => (before ? { ...before, isLocked: false } : null));
  return user;
}

function decodeBase64Url(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** The account's passkeys. Refetched each time the page is opened, as other devices add their own. */
export const passkeysQuery = queryOptions({
  queryKey: ["/api/account/passkeys"] as const,
  queryFn: ({ signal }) => fetchPasskeys(signal),
  staleTime: 0,
});

/** Has this device create a passkey and adds it, with the browser's name until it is renamed. */
export function useAddPasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { ceremony, options } = await withPassword("add a passkey", () =>
        post("/api/account/passkeys/begin", { body: {} }),
      );
      const credential = await createPasskey(options);
      const created = await post("/api/account/passkeys", { body: { ceremony, name: "", credential } });
      const account = getCurrentAccount();
      if (account) void rememberPasskey(account, credential);
      return created;
    },
    onSettled: () => client.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
  });
}

export function useRenamePasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      put("/api/account/passkeys/{id}", { params: { id }, body: { name } }),
    onSuccess: () => client.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
  });
}

export function useRemovePasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      withPassword("remove a passkey", () => remove("/api/account/passkeys/{id}", { params: { id } })),
    onSettled: () => client.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
  });
}

/**
 * Logs in with any passkey the person chooses; `suggestionSignal` offers them among the suggestions of a
 * field.
 */
export async function logInWithPasskey(suggestionSignal?: AbortSignal) {
  const { ceremony, options } = await post("/api/auth/passkey/begin");
  const credential = await signWithPasskey(options, suggestionSignal);
  const response = await post("/api/auth/passkey/login", { body: { ceremony, credential } });
  if (!("requiresVerification" in response)) {
    await recordSeenUser(response, Date.now());
    await rememberPasskey(response.id, credential);
  }
  return response;
}
