// Which documents have an open editor, in this window or another. When a person discards a document, every
// editor of it is closed first, because it would send the document otherwise.

import type { Autosaver } from "../editor/saving/autosaver";

/** The parts of an open editor's saver that the sender of waiting changes uses. */
type OpenEditor = Pick<Autosaver, "flush" | "snapshot" | "savesOnlyOnFlush" | "abandon">;

const openEditors = new Map<string, OpenEditor>();

const DISCARD_CHANNEL = "plumbline-let-go";
/** How long another window has to close a discarded document, in milliseconds. */
const LEAVE_TIMEOUT = 5_000;

const getLockName = (id: string) => `plumbline-document:${id}`;

/**
 * Registers an open editor: while a document's editor is open in any window, only that editor sends its
 * edits. `onDiscard` is called if the user discards the document in another window, so that the editor
 * closes. Returns a function that unregisters it.
 */
export function registerOpenEditor(id: string, saver: OpenEditor, onDiscard: () => void): () => void {
  openEditors.set(id, saver);
  let releaseLock = () => {};
  const released = new Promise<void>((resolve) => {
    releaseLock = resolve;
  });
  // In a browser without locks, both windows may send the same edits, but with the same ids.
  void navigator.locks?.request(getLockName(id), { mode: "shared" }, () => released);
  const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(DISCARD_CHANNEL);
  channel?.addEventListener("message", ({ data }) => {
    if (data !== id) return;
    saver.abandon();
    onDiscard();
  });
  return () => {
    channel?.close();
    if (openEditors.get(id) === saver) openEditors.delete(id);
    releaseLock();
  };
}

/** The saver of a document whose editor is open in this window. */
export const getOpenEditor = (id: string) => openEditors.get(id);

/** Runs work unless the document's editor is open in another window; then it returns null. */
export async function runUnlessOpen<Done>(id: string, work: () => Promise<Done>): Promise<Done | null> {
  if (!navigator.locks) return work();
  return navigator.locks.request(getLockName(id), { ifAvailable: true }, (lock) => (lock ? work() : null));
}

/**
 * Makes every window close a document without sending its edits, then runs work. Returns false, and doesn't
 * run it, if a window doesn't close it.
 */
export async function closeEditorsThen(id: string, work: () => Promise<void>): Promise<boolean> {
  if (typeof BroadcastChannel !== "undefined") {
    const channel = new BroadcastChannel(DISCARD_CHANNEL);
    channel.postMessage(id);
    channel.close();
  }
  if (!navigator.locks) return work().then(() => true);
  let isClosed = false;
  try {
    await navigator.locks.request(getLockName(id), { signal: AbortSignal.timeout(LEAVE_TIMEOUT) }, () => {
      isClosed = true;
      return work();
    });
  } catch (error) {
    if (isClosed) throw error;
  }
  return isClosed;
}
