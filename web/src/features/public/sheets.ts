import { createLazySheet } from "./lazy-sheets";

// What says that the quote has changed, over whatever of it is being read.
export const changedToast = createLazySheet(
  async () => (await import("./QuoteChangedToast")).QuoteChangedToast,
);

// What asks once more before each of a customer's deeds.
export const acceptSheet = createLazySheet(async () => (await import("./AcceptSheet")).AcceptSheet);
export const declineSheet = createLazySheet(async () => (await import("./DeclineSheet")).DeclineSheet);
export const askSheet = createLazySheet(async () => (await import("./AskSheet")).AskSheet);
export const cancelSheet = createLazySheet(async () => (await import("./CancelSheet")).CancelSheet);
