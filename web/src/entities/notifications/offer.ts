import { getPushSupport, readPushChoice } from "./push";

/** Whether a quote was sent in this window: then, and never before, is a person asked about messages. */
let wasQuoteSent = false;
const listeners = new Set<() => void>();

function setQuoteSent(next: boolean) {
  wasQuoteSent = next;
  for (const listener of listeners) listener();
}

export const pushOfferStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  snapshot: () => wasQuoteSent,
};

/** A quote was sent: its answer is worth waiting for. */
export const offerPushAfterQuote = () => setQuoteSent(true);

/** The question was answered. */
export const closePushOffer = () => setQuoteSent(false);

/** Whether a person is being asked about messages on this device: of those whom the browser lets us ask. */
export const canOfferPush = (userId: string, isSent: boolean): boolean =>
  isSent && readPushChoice(userId) === null && getPushSupport() === "able";
