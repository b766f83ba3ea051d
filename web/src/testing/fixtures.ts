// What the server answers where a test says nothing else: a visitor's pages and the app's frame ask for these.
import type { Account } from "../api/generated/Account";
import type { AuthConfig } from "../api/generated/AuthConfig";
import type { Dashboard } from "../api/generated/Dashboard";
import type { DocumentList } from "../api/generated/DocumentList";
import type { Paths } from "../api/generated/paths";
import type { SubscriptionResponse } from "../api/generated/SubscriptionResponse";
import type { User } from "../api/generated/User";

export const ADA: User = {
  id: "8b1f0c52-6f0e-4c57-9d43-2f4f4a1e7a10",
  email: "ada@example.com",
  name: "Ada Pipe",
};

export const ACCOUNT: Account = {
  id: ADA.id,
  name: ADA.name,
  email: ADA.email,
  businessName: "",
  phone: "",
  address: "",
  pendingEmail: null,
  createdAt: Date.UTC(2026, 0, 5),
  pin: { enrolled: false },
};

/** No human check, and no passkeys. */
export const CONFIG: AuthConfig = {
  captcha: { provider: "off" },
  pin: true,
  passkeysOf: null,
  supportEmail: "help@example.com",
  installedConsent: "ask",
  conversions: false,
};

/** A server of one's own: nothing is sold, and everything may be done. */
export const SELF_HOSTED: SubscriptionResponse = {
  plan: "selfhosted",
  planName: "Self-hosted",
  standing: { is: "selfhosted" },
  sentence: null,
  mayWrite: true,
  price: null,
  features: ["aiDescriptions", "cardPayments", "reports", "prioritySupport"],
  trialTo: null,
  paidTo: null,
  nextPayment: null,
  cancelled: false,
  hasPortal: false,
  plans: [],
  invoices: [],
};

export const NO_DOCUMENTS: DocumentList = {
  data: [],
  nextCursor: null,
  total: 0,
  outstanding: "0.00",
  totalAmount: "0.00",
};

export const EMPTY_DASHBOARD: Dashboard = {
  outstanding: "0.00",
  overdue: "0.00",
  paidThisMonth: "0.00",
  overdueInvoices: 0,
  quotesAwaiting: 0,
  awaitingAmount: "0.00",
  quotesExpiring: 0,
  acceptanceRate: null,
  toConfirm: { quotes: 0, invoices: 0, amount: "0.00", only: null },
  toAnswer: { total: 0, first: [] },
  recurring: { unsent: 0, only: null, stopped: 0 },
  draftQuotes: 0,
  draftInvoices: 0,
  year: { months: [], income: "0.00", expenses: "0.00" },
  firstWeek: null,
  recent: [],
};

/** Who is signed in, and how this server signs people in; `open` sets them. */
export const session: { user: User | null; config: AuthConfig } = { user: null, config: CONFIG };

type DefaultResponse = {
  [C in keyof Paths]: [C, () => Paths[C] extends { answer: infer A } ? A : never];
}[keyof Paths];

export const defaultResponses = [
  ["GET /api/auth/config", () => session.config],
  ["GET /api/auth/me", () => session.user],
  ["GET /api/subscription", () => SELF_HOSTED],
  ["GET /api/notifications/unread", () => ({ unread: 0 })],
  ["GET /api/dashboard", () => EMPTY_DASHBOARD],
  // What the app reads ahead a moment after it was opened.
  ["GET /api/contacts", () => []],
  ["GET /api/items", () => []],
  ["GET /api/business-profiles", () => []],
  ["GET /api/quote-templates", () => []],
  ["GET /api/quotes", () => NO_DOCUMENTS],
  ["GET /api/invoices", () => NO_DOCUMENTS],
  // What the settings ask for.
  ["GET /api/account", () => ACCOUNT],
  ["GET /api/account/passkeys", () => []],
  ["GET /api/account/sessions", () => []],
  ["GET /api/account/support-access", () => ({ until: null })],
  ["GET /api/account/export", () => null],
] satisfies DefaultResponse[];
