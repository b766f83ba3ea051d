// Photos that another app shares with this one. The service worker stores them, within the limits of an
// expense's receipts, until the form of a new expense takes them; they aren't sent to a server.

import { promisifyRequest } from "idb-keyval";
import { createPageStore } from "./device/page-transactions";

/** The path to which other apps post photos according to the manifest, and the name of the form field. */
export const SHARE_PATH = "/expenses/shared";
export const SHARE_FIELD = "photos";
/** The query parameter of the expense form after a share: its success, or why it was refused. */
export const SHARED_PARAM = "shared";

/** The most photos and bytes that may be waiting: the limits of an expense's receipts. */
export const MAX_SHARED_PHOTOS = 10;
export const MAX_SHARED_BYTES = 20 * 1024 * 1024;
/** After this time, in milliseconds, shared photos that no form has taken are deleted. */
export const SHARED_LIFETIME = 7 * 24 * 60 * 60_000;

/** Why a share was refused. */
export type ShareRefusal = "too-many" | "too-large" | "not-a-picture" | "not-kept";

/** A photo waiting to be taken by a form. */
interface SharedPhoto {
  photo: File;
  /** When it was shared, in Unix milliseconds. */
  time: number;
}

type FileInfo = Pick<File, "size" | "type">;

/**
 * Why the photos can't be stored beside those that are already waiting, or null. A share is accepted as a
 * whole or not at all.
 */
export function findShareRefusal(
  shared: readonly FileInfo[],
  waiting: readonly FileInfo[],
): ShareRefusal | null {
  // Some apps give no type; whether the file is a picture then shows when it is made smaller.
  if (shared.length === 0 || shared.some(({ type }) => type !== "" && !type.startsWith("image/")))
    return "not-a-picture";
  const all = [...waiting, ...shared];
  if (all.length > MAX_SHARED_PHOTOS) return "too-many";
  return all.reduce((sum, { size }) => sum + size, 0) > MAX_SHARED_BYTES ? "too-large" : null;
}

const sharedPhotoStore = createPageStore("plumbline-shared", "photos");

/** Stores the photos of a share until a form takes them; returns null if that succeeded. */
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

/** Takes the waiting photos out of the store. If several windows call this, only the first gets them. */
export async function takeSharedPhotos(now = Date.now()): Promise<File[]> {
  return await sharedPhotoStore("readwrite", async (store) => {
    const stored = await promisifyRequest<SharedPhoto[]>(store.getAll());
    store.clear();
    await promisifyRequest(store.transaction);
    return stored.filter(({ time }) => time > now - SHARED_LIFETIME).map(({ photo }) => photo);
  });
}
