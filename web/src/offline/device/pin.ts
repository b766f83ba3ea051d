import type { PinHash } from "./database";
import { loadDeviceUser, updateDeviceUser } from "./device-users";

/** How a PIN was judged without the server: `locked` after five wrong ones, `none` where this device cannot tell. */
export type PinVerdict = "right" | "wrong" | "locked" | "none";

/** Wrong PINs in a row after which what is held opens only with a sign-in. */
export const MAX_WRONG_PINS = 5;
/** OWASP's figure of 2023 for PBKDF2 with SHA-256: a guess takes a phone about half a second. */
const HASH_ROUNDS = 600_000;

/** Remembers how to tell this PIN, once the server has taken it. Never the PIN. */
export async function savePinHash(account: string, pin: string): Promise<void> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const check = await hashPin(pin, salt, HASH_ROUNDS);
  if (check)
    await updateDeviceUser(account, (before) => (before ? { ...before, pin: check, wrongPins: 0 } : null));
}

/** Forgets it: the PIN was turned off, or is another. */
export function clearPinHash(account: string): Promise<void> {
  return updateDeviceUser(account, (before) => (before ? { ...before, pin: null } : null));
}

/** Judges a PIN without the server. A wrong one is counted before it is known to be wrong. */
export async function verifyPin(account: string, pin: string): Promise<PinVerdict> {
  const person = await loadDeviceUser(account);
  if (!person?.pin) return person && person.wrongPins >= MAX_WRONG_PINS ? "locked" : "none";
  const wrongPins = person.wrongPins + 1;
  await updateDeviceUser(account, (before) => (before ? { ...before, wrongPins } : null));
  const { salt, hash, rounds } = person.pin;
  const check = await hashPin(pin, hexToBytes(salt), rounds);
  if (check?.hash === hash) {
    await updateDeviceUser(account, (before) =>
      before ? { ...before, wrongPins: 0, isLocked: false } : null,
    );
    return "right";
  }
  if (wrongPins < MAX_WRONG_PINS) return "wrong";
  await clearPinHash(account);
  return "locked";
}

/** Nothing where the browser keeps its secrets from a page without https. */
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
