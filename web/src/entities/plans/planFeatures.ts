/** What every plan has, in the order in which it is told; the first few stand on the card at once. */
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

/** How many of them stand on the card before it is opened. */
export const FEATURES_SHOWN_FIRST = 6;

/** What Plus adds. */
export const PLUS_FEATURES = [
  "Everything in Core",
  "AI-enhanced descriptions",
  "Online customer card payments",
  "Reports section",
  "Priority support",
];
