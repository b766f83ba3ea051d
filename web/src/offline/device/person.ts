import type { User } from "../../api/generated/User";

/** How a PIN is judged without the server. */
export interface PinHash {
  /** Of PBKDF2, random, in hexadecimals. */
  salt: string;
  hash: string;
  rounds: number;
}

/** Somebody who has signed in on this device, and may read what it holds for them. */
export interface DeviceUser {
  account: string;
  user: User;
  /** When the server last said that their session goes on, in Unix milliseconds. */
  seenAt: number;
  /** Their session is over: what is held opens again with a sign-in, or a PIN or passkey where there is no signal. */
  isLocked: boolean;
  pin: PinHash | null;
  /** Wrong PINs in a row, without signal. */
  wrongPins: number;
  /** The ids of the passkeys that signed in here, base64url. */
  passkeys: string[];
  /** Whether documents of the last 90 days are read ahead. */
  readsAhead: boolean;
  /** Up to when that was done, in the server's Unix milliseconds. */
  readAheadTo: Record<string, number>;
}
