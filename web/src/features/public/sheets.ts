import { later } from "./Later";

// What says that the quote has changed, over whatever of it is being read.
export const changing = later(async () => (await import("./ChangedToast")).ChangedToast);

// What asks once more before each of a customer's deeds.
export const accepting = later(async () => (await import("./AcceptSheet")).AcceptSheet);
export const declining = later(async () => (await import("./DeclineSheet")).DeclineSheet);
export const asking = later(async () => (await import("./AskSheet")).AskSheet);
export const cancelling = later(async () => (await import("./CancelSheet")).CancelSheet);
