// The default responses of the server: visitors' pages and the app's frame request these.
import type { Account } from "../api/generated/Account";
import type { AuthConfig } from "../api/generated/AuthConfig";
import type { ContactRecord } from "../api/generated/ContactRecord";
import type { Dashboard } from "../api/generated/Dashboard";
import type { DocumentFields } from "../api/generated/DocumentFields";
import type { DocumentKind } from "../api/generated/DocumentKind";
import type { DocumentList } from "../api/generated/DocumentList";
import type { DocumentRecord } from "../api/generated/DocumentRecord";
import type { DocumentSummary } from "../api/generated/DocumentSummary";
import type { Paths } from "../api/generated/paths";
import type { SubscriptionResponse } from "../api/generated/SubscriptionResponse";
import type { Totals } from "../api/generated/Totals";
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

/** No human check and no passkeys. */
export const CONFIG: AuthConfig = {
  captcha: { provider: "off" },
  pin: true,
  passkeysOf: null,
  supportEmail: "help@example.com",
  installedConsent: "ask",
  conversions: false,
};

/** A self-hosted server: nothing is sold, and everything is allowed. */
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

/** The signed-in user and the sign-in settings; set by `openApp`. */
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
  // Prefetched a moment after the app was opened.
  ["GET /api/contacts", () => []],
  ["GET /api/items", () => []],
  ["GET /api/business-profiles", () => []],
  ["GET /api/quote-templates", () => []],
  ["GET /api/quotes", () => NO_DOCUMENTS],
  ["GET /api/invoices", () => NO_DOCUMENTS],
  // Requested by the settings.
  ["GET /api/account", () => ACCOUNT],
  ["GET /api/account/passkeys", () => []],
  ["GET /api/account/sessions", () => []],
  ["GET /api/account/support-access", () => ({ until: null })],
  ["GET /api/account/export", () => null],
] satisfies DefaultResponse[];

// Records in the format of the server's responses, for tests of the screens that display them.

const TIMESTAMP = Date.UTC(2026, 8, 1, 9);

export const MARGARET: ContactRecord = {
  id: "2f7c7a4e-0a55-4c0f-9a0b-6a4f2f0d1c01",
  version: 1,
  createdAt: TIMESTAMP,
  updatedAt: TIMESTAMP,
  name: "Margaret Holroyd",
  company: "",
  address_line1: "3 Mill Lane",
  address_line2: "",
  city: "Leeds",
  county: "",
  post_code: "LS1 4AP",
  country: "GB",
  address: "",
  phone: "",
  email: "margaret@example.com",
  vat_number: "",
  vat_registered: "",
  end_user_notice: "",
  end_user_notice_date: null,
  customer_type: "",
  cis_contractor: false,
  wants_einvoices: false,
  peppol_id: "",
  buyer_reference: "",
  notes: "",
  sites: [],
};

/** A document in a list. */
export const createSummary = (kind: DocumentKind, more: Partial<DocumentSummary> = {}): DocumentSummary => ({
  id: "51d1f9f2-3b7f-4a52-8c7b-2f6de1a0b902",
  kind,
  status: "sent",
  displayStatus: { code: "sent", label: "Sent", tone: "blue" },
  number: "PL-0001",
  contactName: MARGARET.name,
  jobDescription: "Replace the kitchen tap",
  issueDate: "2026-09-01",
  totalAmount: "120.00",
  balanceDue: "120.00",
  toConfirm: "0.00",
  archived: false,
  lostEmail: null,
  asked: null,
  updatedAt: TIMESTAMP,
  ...more,
});

export const createList = (...data: DocumentSummary[]): DocumentList => ({
  data,
  nextCursor: null,
  total: data.length,
  outstanding: "0.00",
  totalAmount: "0.00",
});

/** The fields of an empty document. */
export const EMPTY_FIELDS: DocumentFields = {
  items: [],
  documentLabourUnitType: "hours",
  includeLabour: false,
  labourHours: "0",
  labourRate: "0",
  labourUnitType: "hours",
  includeDiscount: false,
  discount: "0",
  discountType: "percentage",
  discountReason: "",
  vatTreatment: "outsideScope",
  tax: "20",
  pricesIncludeVat: false,
  supplyDate: null,
  vatAnswers: null,
  sections: [],
  agreement: null,
  choices: [],
  chosenChoice: null,
  includeDeposit: false,
  deposit: "0",
  depositType: "percentage",
  depositReason: "",
  cisRate: null,
};

export const NO_TOTALS: Totals = {
  items: [],
  labourTotal: "0.00",
  subtotalAmount: "0.00",
  discountAmount: "0.00",
  vatGroups: [],
  vatAmount: "0.00",
  reverseChargeVat: "0.00",
  totalAmount: "0.00",
  depositAmount: "0.00",
  balanceAfterDeposit: "0.00",
  cisBase: "0.00",
  cisDeduction: "0.00",
  amountPayable: "0.00",
  paidAmount: "0.00",
  pendingAmount: "0.00",
  balanceDue: "0.00",
  cisPayments: [],
};

/** An empty draft. */
export const createDraft = (kind: DocumentKind): DocumentRecord & DocumentFields => ({
  ...EMPTY_FIELDS,
  id: "51d1f9f2-3b7f-4a52-8c7b-2f6de1a0b902",
  kind,
  version: 1,
  status: "draft",
  displayStatus: { code: "draft", label: "Draft", tone: "grey" },
  allowed: {
    edit: true,
    send: true,
    convert: false,
    stage: false,
    void: false,
    delete: true,
    recordPayment: false,
    credit: false,
    agree: false,
    vary: false,
  },
  businessProfileId: null,
  contactId: null,
  contact: null,
  businessProfile: {
    name: "Pipe & Sons",
    email: "",
    phone: "",
    website: "",
    logoUrl: null,
    template: "classic",
    address_line1: "",
    address_line2: "",
    city: "",
    county: "",
    post_code: "",
    country: "",
    taxNumber: "",
    registrationNumber: "",
    quoteTerms: "",
    invoiceTerms: "",
    accepts_cash: false,
    accepts_bank_transfer: false,
    accepts_card: false,
    accepts_paypal: false,
    bankName: "",
    accountName: "",
    accountNumber: "",
    sortCode: "",
    stripe_account_id: null,
  },
  issueDate: null,
  sentDate: null,
  jobDescription: "",
  jobAddress: "",
  orderNumber: "",
  notes: "",
  template: null,
  terms: null,
  totals: NO_TOTALS,
  payments: [],
  removedPayments: [],
  publicToken: null,
  publicUrl: null,
  archived: false,
  createdAt: TIMESTAMP,
  updatedAt: TIMESTAMP,
});
