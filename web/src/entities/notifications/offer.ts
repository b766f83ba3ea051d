import { abilityOf, answerHere } from "./browser";

/** Whether a quote was sent in this window: then, and never before, is a person asked about messages. */
let sent = false;
const listeners = new Set<() => void>();

function change(next: boolean) {
  sent = next;
  for (const listener of listeners) listener();
}

export const offerStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  snapshot: () => sent,
};

/** A quote was sent: its answer is worth waiting for. */
export const quoteSent = () => change(true);

/** The question was answered. */
export const offerAnswered = () => change(false);

/** Whether a person is being asked about messages on this device: of those whom the browser lets us ask. */
export const asksHere = (userId: string, isSent: boolean): boolean =>
  isSent && answerHere(userId) === null && abilityOf() === "able";
