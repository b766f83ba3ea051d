// Photos that another app shares with this one. The service worker stores them, within the limits of an expense's
// receipts, until the form of a new expense takes them; no server sees them.

import { promisifyRequest } from "idb-keyval";
import { pagesStore } from "../device/leaving";

/** Where the manifest has other apps post photos to, and under which name. */
export const TARGET = "/expenses/shared";
export const FIELD = "photos";
/** What a form's address says of a share: that there is something to take in, or why not. */
export const SHARED = "shared";

/** The most photos that wait, and the most bytes of them: as many as an expense has receipts. */
export const MOST = 10;
export const MOST_BYTES = 20 * 1024 * 1024;
/** Photos that nobody has taken in by then, in milliseconds, are forgotten. */
export const KEPT_FOR = 7 * 24 * 60 * 60_000;

/** Why nothing of a share was kept. */
export type Refusal = "too-many" | "too-large" | "not-a-picture" | "not-kept";

/** A photo that waits. */
interface Waiting {
  photo: File;
  /** When it was shared, in Unix milliseconds. */
  time: number;
}

type About = Pick<File, "size" | "type">;

/** Whether photos may be kept beside those that wait already; all of a share or none of it. */
export function judge(shared: readonly About[], waiting: readonly About[]): Refusal | null {
  // Some apps name no type; whether it is a picture then shows where it is made small.
  if (shared.length === 0 || shared.some(({ type }) => type !== "" && !type.startsWith("image/")))
    return "not-a-picture";
  const all = [...waiting, ...shared];
  if (all.length > MOST) return "too-many";
  return all.reduce((sum, { size }) => sum + size, 0) > MOST_BYTES ? "too-large" : null;
}

const device = pagesStore("plumbline-shared", "photos");

/** Keeps photos of a share until a form takes them in; null where that was done. */
export async function keepShared(shared: readonly File[], now = Date.now()): Promise<Refusal | null> {
  return await device("readwrite", async (store) => {
    const kept = await promisifyRequest<Waiting[]>(store.getAll());
    const waiting = kept.filter(({ time }) => time > now - KEPT_FOR);
    const refusal = judge(
      shared,
      waiting.map(({ photo }) => photo),
    );
    if (refusal === null) {
      store.clear();
      const all: Waiting[] = [...waiting, ...shared.map((photo) => ({ photo, time: now }))];
      for (const [at, one] of all.entries()) store.put(one, at);
      await promisifyRequest(store.transaction);
    }
    return refusal;
  });
}

/** Takes out what waits, once, whichever window asks first. */
export async function takeShared(now = Date.now()): Promise<File[]> {
  return await device("readwrite", async (store) => {
    const kept = await promisifyRequest<Waiting[]>(store.getAll());
    store.clear();
    await promisifyRequest(store.transaction);
    return kept.filter(({ time }) => time > now - KEPT_FOR).map(({ photo }) => photo);
  });
}
