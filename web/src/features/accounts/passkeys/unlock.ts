import { ExplainedError } from "../../../api/errors";
import type { User } from "../../../api/generated/User";
import { updateDeviceUser } from "../../../offline/device/device-users";
import type { DeviceUser } from "../../../offline/device/person";
import { PasskeyPromptDismissed } from "./passkeys";

/** The flag by which an authenticator says that it made sure of its person: WebAuthn, section 6.1. */
const USER_VERIFIED = 0x04;
/** Where the flags stand in its data, after the hash of the name that the passkey is bound to. */
const FLAGS_OFFSET = 32;

/** Remembers which passkeys signed somebody in on this device. */
export function rememberPasskey(account: string, credential: unknown): Promise<void> {
  const id =
    typeof credential === "object" && credential !== null && "id" in credential ? credential.id : null;
  return updateDeviceUser(account, (before) => {
    if (!before || typeof id !== "string" || before.passkeys.includes(id)) return before ?? null;
    return { ...before, passkeys: [...before.passkeys, id] };
  });
}

/** Without signal: the device makes sure of its person by a passkey that signed them in here before. */
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
