// @vitest-environment happy-dom
import type { ProfileRecord } from "../../api/generated/ProfileRecord";
import { answers } from "../../testing/network";
import { describeStates, GONE } from "../../testing/states";

const PIPES: ProfileRecord = {
  id: "c3b2a190-8f7e-4d6c-9b5a-493827161509",
  version: 1,
  stripe_account_id: null,
  createdAt: 0,
  updatedAt: 0,
  name: "Pipe & Sons",
  email: "",
  phone: "",
  website: "",
  logoUrl: null,
  template: "classic",
  brandColour: null,
  address_line1: "",
  address_line2: "",
  city: "",
  county: "",
  post_code: "",
  country: "GB",
  taxNumber: "",
  registrationNumber: "",
  peppolId: "",
  quoteTerms: "",
  invoiceTerms: "",
  quoteMessage: "",
  invoiceMessage: "",
  quoteReminder: "",
  invoiceReminder: "",
  accepts_cash: false,
  accepts_bank_transfer: false,
  accepts_card: false,
  accepts_paypal: false,
  paypal: "",
  bankName: "",
  accountName: "",
  accountNumber: "",
  sortCode: "",
  quoteDays: 30,
  invoiceDays: 14,
  includeDeposit: false,
  deposit: "0",
  depositType: "percentage",
  cisRate: null,
  agreedAt: "",
};

describeStates("the business profiles", {
  path: "/settings/business-profiles",
  call: "GET /api/business-profiles",
  answer: [PIPES],
  shows: PIPES.name,
  empty: {
    answer: [],
    says: "No business profile yet",
    next: ["Add your business", "/settings/business-profiles/new"],
  },
  fails: "Your profiles could not be loaded",
});

describeStates("a business profile", {
  path: `/settings/business-profiles/${PIPES.id}`,
  call: "GET /api/business-profiles/{id}",
  answer: PIPES,
  shows: PIPES.name,
  besides: () => {
    answers("GET /api/business-profiles/{id}/numbering", []);
    answers("GET /api/business-profiles/{id}/card", {
      state: "off",
      connected: false,
      chargesEnabled: false,
      detailsSubmitted: false,
    });
  },
  fails: "This profile could not be loaded",
  refused: [
    {
      when: "where it is gone",
      by: GONE,
      says: "This profile does not exist",
      next: ["See your profiles", "/settings/business-profiles"],
    },
  ],
});
