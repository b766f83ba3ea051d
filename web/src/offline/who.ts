let account: string | null = null;
const listeners = new Set<(account: string | null) => void>();

/** Whose device this is now; the session says so. Nothing is held or logged for nobody. */
export const who = (): string | null => account;

/** Says who it is from now on. */
export function nowIs(next: string | null): void {
  if (next === account) return;
  account = next;
  for (const listener of listeners) listener(next);
}

/** Calls back whenever it is somebody else, or nobody; answers how to stop. */
export function onWho(listener: (account: string | null) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
