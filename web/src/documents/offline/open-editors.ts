// Which documents have an open editor, in this window or another. When a person discards a document, every editor
// of it is closed first; it would send the document otherwise.

import type { Autosaver } from "../editor/saving/autosaver";

/** An open editor's saver, as whoever sends what waits sees it. */
type OpenEditor = Pick<Autosaver, "flush" | "snapshot" | "savesOnlyOnFlush" | "abandon">;

const openEditors = new Map<string, OpenEditor>();

const DISCARD_CHANNEL = "plumbline-let-go";
/** How long another window has to leave a document that is let go of, in milliseconds. */
const LEAVE_TIMEOUT = 5_000;

const getLockName = (id: string) => `plumbline-document:${id}`;

/**
 * While a document's editor is open in any window, its edits are that editor's to send. `onDiscard`: its person let go of
 * the document in another window, so it is to be left. Answers how to end it.
 */
export function registerOpenEditor(id: string, saver: OpenEditor, onDiscard: () => void): () => void {
  openEditors.set(id, saver);
  let releaseLock = () => {};
  const released = new Promise<void>((resolve) => {
    releaseLock = resolve;
  });
  // A browser without locks sends what both windows send under the same names.
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

/** Does it unless the document's editor is open in another window: then nothing, and null. */
export async function runUnlessOpen<Done>(id: string, work: () => Promise<Done>): Promise<Done | null> {
  if (!navigator.locks) return work();
  return navigator.locks.request(getLockName(id), { ifAvailable: true }, (lock) => (lock ? work() : null));
}

/** Has every window leave a document, unsent; then does it. False, and nothing is done, where one does not leave. */
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
