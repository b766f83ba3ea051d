import type { Autosaver } from "../editor/saving/autosave";

const open = new Map<string, Pick<Autosaver, "flush" | "snapshot" | "isHeld">>();

const lockOf = (id: string) => `plumbline-document:${id}`;

/** While a document's editor is open in any window, its edits are that editor's to send. Answers how to end it. */
export function holdOpen(id: string, saver: Pick<Autosaver, "flush" | "snapshot" | "isHeld">): () => void {
  open.set(id, saver);
  let letGo = () => {};
  const until = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  // A browser without locks sends what both windows send under the same names.
  void navigator.locks?.request(lockOf(id), { mode: "shared" }, () => until);
  return () => {
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
