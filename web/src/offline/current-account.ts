let currentAccount: string | null = null;
const listeners = new Set<(account: string | null) => void>();

/** Whose device this is now; the session says so. Nothing is held or logged for nobody. */
export const getCurrentAccount = (): string | null => currentAccount;

/** Says who it is from now on. */
export function setCurrentAccount(next: string | null): void {
  if (next === currentAccount) return;
  currentAccount = next;
  for (const listener of listeners) listener(next);
}

/** Calls back whenever it is somebody else, or nobody; answers how to stop. */
export function onAccountChange(listener: (account: string | null) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
