import type { AuthConfig } from "../../../api/generated/AuthConfig";
import { get } from "../../../api/reads";

/**
 * Whether this page can ask for passkeys: the browser speaks their JSON, and the page is at the name to which the
 * server's are bound.
 */
export function canUsePasskeys(config: AuthConfig | undefined, host = window.location.hostname): boolean {
  return (
    config?.passkeysOf === host &&
    typeof PublicKeyCredential !== "undefined" &&
    "parseRequestOptionsFromJSON" in PublicKeyCredential
  );
}

/** The person closed the browser's question, or did not answer it. */
export class PasskeyPromptDismissed extends Error {
  override name = "NotAnswered";
}

/** The device has a passkey of this account already. */
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

/** Has the device make a passkey; what it is, as the server reads it. */
export async function createPasskey(options: PasskeyOptions): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const created = await navigator.credentials.create({ publicKey }).catch((error: unknown) => {
    throw toPasskeyError(error);
  });
  return (created as PublicKeyCredential).toJSON();
}

/** Has the device sign; `suggestionSignal` offers its passkeys among a field's suggestions instead of asking at once. */
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

/** The account's passkeys. */
export const fetchPasskeys = (signal: AbortSignal) => get("/api/account/passkeys", { signal });
