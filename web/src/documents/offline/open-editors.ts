// Which documents have an open editor, in this window or another. When a person discards a document, every editor
// of it is closed first; it would send the document otherwise.

import type { Autosaver } from "../editor/saving/autosave";

/** An open editor's saver, as whoever sends what waits sees it. */
type Open = Pick<Autosaver, "flush" | "snapshot" | "isHeld" | "abandon">;

const open = new Map<string, Open>();

const LET_GO = "plumbline-let-go";
/** How long another window has to leave a document that is let go of, in milliseconds. */
const LEAVING_LIMIT = 5_000;

const lockOf = (id: string) => `plumbline-document:${id}`;

/**
 * While a document's editor is open in any window, its edits are that editor's to send. `onLetGo`: its person let go of
 * the document in another window, so it is to be left. Answers how to end it.
 */
export function holdOpen(id: string, saver: Open, onLetGo: () => void): () => void {
  open.set(id, saver);
  let letGo = () => {};
  const until = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  // A browser without locks sends what both windows send under the same names.
  void navigator.locks?.request(lockOf(id), { mode: "shared" }, () => until);
  const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(LET_GO);
  channel?.addEventListener("message", ({ data }) => {
    if (data !== id) return;
    saver.abandon();
    onLetGo();
  });
  return () => {
    channel?.close();
    if (open.get(id) === saver) open.delete(id);
    letGo();
  };
}

/** The saver of a document whose editor is open in this window. */
export const openHere = (id: string) => open.get(id);

/** Does it unless the document's editor is open in another window: then nothing, and null. */
export async function unlessOpen<Done>(id: string, work: () => Promise<Done>): Promise<Done | null> {
  if (!navigator.locks) return work();
  return navigator.locks.request(lockOf(id), { ifAvailable: true }, (lock) => (lock ? work() : null));
}

/** Has every window leave a document, unsent; then does it. False, and nothing is done, where one does not leave. */
export async function onceLeft(id: string, work: () => Promise<void>): Promise<boolean> {
  if (typeof BroadcastChannel !== "undefined") {
    const channel = new BroadcastChannel(LET_GO);
    channel.postMessage(id);
    channel.close();
  }
  if (!navigator.locks) return work().then(() => true);
  let isLeft = false;
  try {
    await navigator.locks.request(lockOf(id), { signal: AbortSignal.timeout(LEAVING_LIMIT) }, () => {
      isLeft = true;
      return work();
    });
  } catch (error) {
    if (isLeft) throw error;
  }
  return isLeft;
}
