import type { PinHash } from "./database";
import { loadDeviceUser, updateDeviceUser } from "./device-users";

/**
 * The result of checking a PIN without the server: `locked` after five wrong ones, `none` if this device
 * can't check it.
 */
export type PinVerdict = "right" | "wrong" | "locked" | "none";

/** After this many wrong PINs in a row, only signing in opens the cached data. */
export const MAX_WRONG_PINS = 5;
/**
 * OWASP's recommendation of 2023 for PBKDF2 with SHA-256; one attempt takes about half a second on a phone.
 */
const HASH_ROUNDS = 600_000;

/** Stores a hash of the PIN, never the PIN itself, once the server has accepted it. */
export async function savePinHash(account: string, pin: string): Promise<void> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const pinHash = await hashPin(pin, salt, HASH_ROUNDS);
  if (pinHash)
    await updateDeviceUser(account, (before) => (before ? { ...before, pin: pinHash, wrongPins: 0 } : null));
}

/** Deletes the hash, because the PIN was turned off or changed, or too many wrong PINs were entered. */
export function clearPinHash(account: string): Promise<void> {
  return updateDeviceUser(account, (before) => (before ? { ...before, pin: null } : null));
}

/** Checks a PIN without the server. The attempt is counted as wrong before it is checked. */
export async function verifyPin(account: string, pin: string): Promise<PinVerdict> {
  const user = await loadDeviceUser(account);
  if (!user?.pin) return user && user.wrongPins >= MAX_WRONG_PINS ? "locked" : "none";
  let wrongPins = 0;
  await updateDeviceUser(account, (before) => {
    if (!before) return null;
    // Counted from the stored number, because another window may be checking a PIN at the same time.
    wrongPins = before.wrongPins + 1;
    return { ...before, wrongPins };
  });
  const { salt, hash, rounds } = user.pin;
  const entered = await hashPin(pin, hexToBytes(salt), rounds);
  if (entered?.hash === hash) {
    await updateDeviceUser(account, (before) =>
      before ? { ...before, wrongPins: 0, isLocked: false } : null,
    );
    return "right";
  }
  if (wrongPins < MAX_WRONG_PINS) return "wrong";
  await clearPinHash(account);
  return "locked";
}

/** Returns null if the browser provides no cryptography because the page isn't served over https. */
async function hashPin(pin: string, salt: Uint8Array<ArrayBuffer>, rounds: number): Promise<PinHash | null> {
  if (!globalThis.crypto?.subtle) return null;
  const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(pin), "PBKDF2", false, [
    "deriveBits",
  ]);
  const bits = await crypto.subtle.deriveBits(
    { name: "PBKDF2", hash: "SHA-256", salt, iterations: rounds },
    key,
    256,
  );
  return { salt: bytesToHex(salt), hash: bytesToHex(new Uint8Array(bits)), rounds };
}

const bytesToHex = (bytes: Uint8Array) =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

function hexToBytes(hex: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(hex.length / 2);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16);
  return bytes;
}
