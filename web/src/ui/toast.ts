/** What a toast says. One is shown at a time; a new one takes the place of the old. */
export interface ToastMessage {
  title: string;
  description?: string;
  tone?: "neutral" | "good" | "bad";
  /** For what can be undone: shown as a button, and the toast closes when pressed. */
  action?: { label: string; onPress: () => void };
  /** Milliseconds; 5 s unless given. */
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

/** Shows a toast, from anywhere: a hook, an event, a mutation's answer. */
export function toast(message: ToastMessage): void {
  setCurrent({ ...message, id: nextId++ });
}

/** Takes the toast away if it is still the one shown. */
export function dismissToast(id: number): void {
  if (current?.id === id) setCurrent(null);
}

/** Takes away whatever toast is shown: what it said is over. */
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
