import { type DBSchema, type IDBPDatabase, openDB, unwrap } from "idb";
import type { User } from "../../api/generated/User";
import type { WaitingChange } from "../waiting/waiting-change";
import { abortAllOnPageHide } from "./page-transactions";

/** An answer of the server's, as this device holds it. */
export interface CachedResponse {
  account: string;
  /** The address that it answers. */
  url: string;
  data: unknown;
  /** When it was read, in Unix milliseconds of this device. */
  at: number;
  /** What it takes, about. */
  bytes: number;
}

/** A document, an expense: a row of its list, and the whole where it was read. */
export interface CachedRow {
  account: string;
  /** "quote", "expense". */
  sort: string;
  id: string;
  row: unknown;
  /** What a search looks at, folded. */
  words: string;
}

/** The whole of such a thing. */
export interface CachedEntity {
  account: string;
  sort: string;
  id: string;
  data: unknown;
  at: number;
  bytes: number;
}

interface DeviceSchema extends DBSchema {
  answers: { key: [string, string]; value: CachedResponse; indexes: { age: [string, number, number] } };
  rows: { key: [string, string, string]; value: CachedRow };
  wholes: { key: [string, string, string]; value: CachedEntity; indexes: { age: [string, number, number] } };
  waiting: { key: number; value: WaitingChange; indexes: { account: string } };
  people: { key: string; value: DeviceUser };
}

export type DeviceDatabase = IDBPDatabase<DeviceSchema>;

const NAME = "plumbline-device";
const VERSION = 1;

let openingDatabase: Promise<DeviceDatabase> | null = null;
const wipeListeners = new Set<() => void>();

/** Calls back when the browser takes the store away under an open page; answers how to stop. */
export function onDeviceWiped(listener: () => void): () => void {
  wipeListeners.add(listener);
  return () => wipeListeners.delete(listener);
}

function notifyWiped(): void {
  for (const listener of wipeListeners) listener();
}

/**
 * What this device keeps for those who work on it. Rejects where the browser forbids it, as in some private windows;
 * asked again, it is tried again.
 */
export function getDeviceDatabase(): Promise<DeviceDatabase> {
  openingDatabase ??= openDatabase().catch((error: unknown) => {
    openingDatabase = null;
    throw error;
  });
  return openingDatabase;
}

/** Whether this browser keeps anything for the app. */
export function canStoreOnDevice(): Promise<boolean> {
  return getDeviceDatabase().then(
    () => true,
    () => false,
  );
}

async function openDatabase(): Promise<DeviceDatabase> {
  if (typeof indexedDB === "undefined") throw new Error("This browser can’t save anything.");
  const db = await openDB<DeviceSchema>(NAME, VERSION, {
    upgrade(db, from) {
      if (from < 1) {
        for (const name of ["answers", "wholes"] as const) {
          const keyPath = name === "answers" ? ["account", "url"] : ["account", "sort", "id"];
          const store = db.createObjectStore(name, { keyPath });
          store.createIndex("age", ["account", "at", "bytes"]);
        }
        db.createObjectStore("rows", { keyPath: ["account", "sort", "id"] });
        const log = db.createObjectStore("waiting", { keyPath: "order", autoIncrement: true });
        log.createIndex("account", "account");
        db.createObjectStore("people", { keyPath: "account" });
      }
    },
    // A newer app in another window waits for this one to let go; what wants no next version takes it all away.
    blocking(_current, next, event) {
      (event.target as IDBDatabase).close();
      openingDatabase = null;
      if (next === null) notifyWiped();
    },
    terminated() {
      openingDatabase = null;
      notifyWiped();
    },
  });
  abortAllOnPageHide(unwrap(db));
  return db;
}

/** Every key of an account: a list comes after every text. */
export const buildAccountRange = (account: string) => IDBKeyRange.bound([account], [account, []]);

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
