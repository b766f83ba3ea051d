import { type DBSchema, type IDBPDatabase, openDB, unwrap } from "idb";
import type { User } from "../../api/generated/User";
import type { WaitingChange } from "../waiting/waiting-change";
import { abortAllOnPageHide } from "./page-transactions";

/** A response of the server, as cached on this device. */
export interface CachedResponse {
  account: string;
  /** The address of the request. */
  url: string;
  data: unknown;
  /** When it was read, in Unix milliseconds of this device's clock. */
  at: number;
  /** The approximate size. */
  bytes: number;
}

/** A list row of a document or expense; the whole entity is cached separately if it was read. */
export interface CachedRow {
  account: string;
  /** "quote", "expense". */
  sort: string;
  id: string;
  row: unknown;
  /** The words for searching, folded. */
  words: string;
}

/** A whole document or expense. */
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

/**
 * Calls back if the browser deletes the database while a page is open; returns a function that unsubscribes.
 */
export function onDeviceWiped(listener: () => void): () => void {
  wipeListeners.add(listener);
  return () => wipeListeners.delete(listener);
}

function notifyWiped(): void {
  for (const listener of wipeListeners) listener();
}

/**
 * The database of this device, shared by everyone who works on it. Rejects if the browser forbids it, as in
 * some private windows; the next call tries again.
 */
export function getDeviceDatabase(): Promise<DeviceDatabase> {
  openingDatabase ??= openDatabase().catch((error: unknown) => {
    openingDatabase = null;
    throw error;
  });
  return openingDatabase;
}

/** Whether this browser can store data for the app. */
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
    // A newer app in another window is waiting for this one to close the database. If there is no next
    // version, the database is being deleted.
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

/** All keys of an account: in IndexedDB, an array sorts after every string. */
export const buildAccountRange = (account: string) => IDBKeyRange.bound([account], [account, []]);

/** The data for checking a PIN without the server. */
export interface PinHash {
  /** A random salt for PBKDF2, in hexadecimal. */
  salt: string;
  hash: string;
  rounds: number;
}

/** A user who has signed in on this device and may read what is cached for them. */
export interface DeviceUser {
  account: string;
  user: User;
  /** When the server last confirmed their session, in Unix milliseconds. */
  seenAt: number;
  /**
   * Their session has ended: the cached data is available again after signing in, or offline with a PIN or
   * passkey.
   */
  isLocked: boolean;
  pin: PinHash | null;
  /** The number of consecutive wrong PINs offline. */
  wrongPins: number;
  /** The ids of the passkeys used to sign in here, base64url. */
  passkeys: string[];
  /** Whether the documents of the last 90 days are prefetched. */
  readsAhead: boolean;
  /** By sort, the server time in Unix milliseconds up to which changes have been prefetched. */
  readAheadTo: Record<string, number>;
}
