let currentAccount: string | null = null;
const listeners = new Set<(account: string | null) => void>();

/** The signed-in account, set by the session; without one, nothing is cached or logged. */
export const getCurrentAccount = (): string | null => currentAccount;

/** Sets the signed-in account. */
export function setCurrentAccount(next: string | null): void {
  if (next === currentAccount) return;
  currentAccount = next;
  for (const listener of listeners) listener(next);
}

/** Calls back whenever the signed-in account changes; returns a function that unsubscribes. */
export function onAccountChange(listener: (account: string | null) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
