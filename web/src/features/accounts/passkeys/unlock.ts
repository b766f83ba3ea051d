import { Explained } from "../../../api/errors";
import type { User } from "../../../api/generated/User";
import { remember } from "../../../offline/device/people";
import type { Person } from "../../../offline/device/person";
import { NotAnswered } from "./device";

/** The flag by which an authenticator says that it made sure of its person: WebAuthn, section 6.1. */
const USER_VERIFIED = 0x04;
/** Where the flags stand in its data, after the hash of the name that the passkey is bound to. */
const FLAGS_AT = 32;

/** Remembers which passkeys signed somebody in on this device. */
export function rememberPasskey(account: string, credential: unknown): Promise<void> {
  const id =
    typeof credential === "object" && credential !== null && "id" in credential ? credential.id : null;
  return remember(account, (before) => {
    if (!before || typeof id !== "string" || before.passkeys.includes(id)) return before ?? null;
    return { ...before, passkeys: [...before.passkeys, id] };
  });
}

/** Without signal: the device makes sure of its person by a passkey that signed them in here before. */
export async function unlockByPasskey({ account, user, passkeys }: Person): Promise<User> {
  const publicKey: PublicKeyCredentialRequestOptions = {
    challenge: crypto.getRandomValues(new Uint8Array(32)),
    allowCredentials: passkeys.map((id) => ({ type: "public-key", id: bytesOf(id) })),
    userVerification: "required",
  };
  const signed = await navigator.credentials.get({ publicKey }).catch((error: unknown) => {
    throw error instanceof DOMException && error.name === "NotAllowedError" ? new NotAnswered() : error;
  });
  if (!(signed instanceof PublicKeyCredential) || !passkeys.includes(signed.id)) throw new NotAnswered();
  const { authenticatorData } = signed.response as AuthenticatorAssertionResponse;
  const flags = new Uint8Array(authenticatorData)[FLAGS_AT] ?? 0;
  if ((flags & USER_VERIFIED) === 0) throw new Explained("The passkey didn’t check that it’s you.");
  await remember(account, (before) => (before ? { ...before, isLocked: false } : null));
  return user;
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0));
}
