/** The content of a toast. One is displayed at a time; a new one replaces it. */
export interface ToastMessage {
  title: string;
  description?: string;
  tone?: "neutral" | "good" | "bad";
  /** A button, for example to undo; pressing it closes the toast. */
  action?: { label: string; onPress: () => void };
  /** In milliseconds; 5 seconds by default. */
  duration?: number;
}

export interface CurrentToast extends ToastMessage {
  id: number;
}

let current: CurrentToast | null = null;
let nextId = 1;
const listeners = new Set<() => void>();

function setCurrent(next: CurrentToast | null) {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a toast; can be called from anywhere: a hook, an event or a mutation's response. */
export function toast(message: ToastMessage): void {
  setCurrent({ ...message, id: nextId++ });
}

/** Removes the toast if it is still the current one. */
export function dismissToast(id: number): void {
  if (current?.id === id) setCurrent(null);
}

/** Removes the current toast, because its message no longer applies. */
export function clearToast(): void {
  setCurrent(null);
}

export const toastStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  snapshot: () => current,
};
