/** The features of every plan in display order; the card displays the first few at once. */
export const CORE_FEATURES = [
  "Unlimited branded quotes and invoices",
  "One-click quote-to-invoice",
  "Online sharing, and customer accept or decline",
  "Payment tracking with notifications",
  "Automatic reminders",
  "Expense tracking",
  "Dictation",
  "Custom products and services library",
  "Mobile-optimised site",
  "Labour by hour or day",
  "Contacts library",
  "Quicklook dashboard",
  "Global search",
  "Multiple business profiles",
  "Bulk archive and delete",
  "Email support",
];

/** How many features the card displays before it is expanded. */
export const FEATURES_SHOWN_FIRST = 6;

/** The features that Plus adds. */
export const PLUS_FEATURES = [
  "Everything in Core",
  "AI-enhanced descriptions",
  "Online customer card payments",
  "Reports section",
  "Priority support",
];
