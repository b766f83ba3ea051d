import { type DBSchema, type IDBPDatabase, openDB, unwrap } from "idb";
import type { Waiting } from "../waiting/waiting";
import { endAllWithPage } from "./leaving";
import type { Person } from "./person";

/** An answer of the server's, as this device holds it. */
export interface HeldAnswer {
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
export interface HeldThing {
  account: string;
  /** "quote", "expense". */
  sort: string;
  id: string;
  row: unknown;
  /** What a search looks at, folded. */
  words: string;
}

/** The whole of such a thing. */
export interface HeldWhole {
  account: string;
  sort: string;
  id: string;
  data: unknown;
  at: number;
  bytes: number;
}

interface Schema extends DBSchema {
  answers: { key: [string, string]; value: HeldAnswer; indexes: { age: [string, number, number] } };
  rows: { key: [string, string, string]; value: HeldThing };
  wholes: { key: [string, string, string]; value: HeldWhole; indexes: { age: [string, number, number] } };
  waiting: { key: number; value: Waiting; indexes: { account: string } };
  people: { key: string; value: Person };
}

export type Device = IDBPDatabase<Schema>;

const NAME = "plumbline-device";
const VERSION = 1;

let opening: Promise<Device> | null = null;
const wiped = new Set<() => void>();

/** Calls back when the browser takes the store away under an open page; answers how to stop. */
export function onWiped(listener: () => void): () => void {
  wiped.add(listener);
  return () => wiped.delete(listener);
}

function tellWiped(): void {
  for (const listener of wiped) listener();
}

/**
 * What this device keeps for those who work on it. Rejects where the browser forbids it, as in some private windows;
 * asked again, it is tried again.
 */
export function device(): Promise<Device> {
  opening ??= open().catch((error: unknown) => {
    opening = null;
    throw error;
  });
  return opening;
}

/** Whether this browser keeps anything for the app. */
export function isKeeping(): Promise<boolean> {
  return device().then(
    () => true,
    () => false,
  );
}

async function open(): Promise<Device> {
  if (typeof indexedDB === "undefined") throw new Error("This browser can’t save anything.");
  const db = await openDB<Schema>(NAME, VERSION, {
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
      opening = null;
      if (next === null) tellWiped();
    },
    terminated() {
      opening = null;
      tellWiped();
    },
  });
  endAllWithPage(unwrap(db));
  return db;
}

/** Every key of an account: a list comes after every text. */
export const ofAccount = (account: string) => IDBKeyRange.bound([account], [account, []]);
