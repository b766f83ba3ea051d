// Photos that another app shares with this one. The service worker stores them, within the limits of an expense's
// receipts, until the form of a new expense takes them; no server sees them.

import { promisifyRequest } from "idb-keyval";
import { createPageStore } from "./device/page-transactions";

/** Where the manifest has other apps post photos to, and under which name. */
export const SHARE_PATH = "/expenses/shared";
export const SHARE_FIELD = "photos";
/** What a form's address says of a share: that there is something to take in, or why not. */
export const SHARED_PARAM = "shared";

/** The most photos that wait, and the most bytes of them: as many as an expense has receipts. */
export const MAX_SHARED_PHOTOS = 10;
export const MAX_SHARED_BYTES = 20 * 1024 * 1024;
/** Photos that nobody has taken in by then, in milliseconds, are forgotten. */
export const SHARED_LIFETIME = 7 * 24 * 60 * 60_000;

/** Why nothing of a share was kept. */
export type ShareRefusal = "too-many" | "too-large" | "not-a-picture" | "not-kept";

/** A photo that waits. */
interface SharedPhoto {
  photo: File;
  /** When it was shared, in Unix milliseconds. */
  time: number;
}

type FileInfo = Pick<File, "size" | "type">;

/** Whether photos may be kept beside those that wait already; all of a share or none of it. */
export function findShareRefusal(
  shared: readonly FileInfo[],
  waiting: readonly FileInfo[],
): ShareRefusal | null {
  // Some apps name no type; whether it is a picture then shows where it is made small.
  if (shared.length === 0 || shared.some(({ type }) => type !== "" && !type.startsWith("image/")))
    return "not-a-picture";
  const all = [...waiting, ...shared];
  if (all.length > MAX_SHARED_PHOTOS) return "too-many";
  return all.reduce((sum, { size }) => sum + size, 0) > MAX_SHARED_BYTES ? "too-large" : null;
}

const sharedPhotoStore = createPageStore("plumbline-shared", "photos");

/** Keeps photos of a share until a form takes them in; null where that was done. */
export async function saveSharedPhotos(
  shared: readonly File[],
  now = Date.now(),
): Promise<ShareRefusal | null> {
  return await sharedPhotoStore("readwrite", async (store) => {
    const stored = await promisifyRequest<SharedPhoto[]>(store.getAll());
    const waiting = stored.filter(({ time }) => time > now - SHARED_LIFETIME);
    const refusal = findShareRefusal(
      shared,
      waiting.map(({ photo }) => photo),
    );
    if (refusal === null) {
      store.clear();
      const all: SharedPhoto[] = [...waiting, ...shared.map((photo) => ({ photo, time: now }))];
      for (const [at, one] of all.entries()) store.put(one, at);
      await promisifyRequest(store.transaction);
    }
    return refusal;
  });
}

/** Takes out what waits, once, whichever window asks first. */
export async function takeSharedPhotos(now = Date.now()): Promise<File[]> {
  return await sharedPhotoStore("readwrite", async (store) => {
    const stored = await promisifyRequest<SharedPhoto[]>(store.getAll());
    store.clear();
    await promisifyRequest(store.transaction);
    return stored.filter(({ time }) => time > now - SHARED_LIFETIME).map(({ photo }) => photo);
  });
}
