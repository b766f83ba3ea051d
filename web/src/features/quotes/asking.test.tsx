// @vitest-environment window
import { describeConfirmation } from "../../testing/confirmations";
import { createDraft, MARGARET } from "../../testing/fixtures";
import { mockFault, mockResponse, respondJson } from "../../testing/network";
// A large page, so it is loaded before a test waits for it.
import "./QuotePage";

const TIMELINE = {
  happened: [],
  openedFirst: null,
  openedLast: null,
  broughtFrom: null,
  madeOf: null,
  emails: [],
};

const ID = createDraft("quote").id;

const DRAFT_QUOTE = {
  ...createDraft("quote"),
  quoteNumber: null,
  expiryDate: null,
  acceptedDate: null,
  declinedDate: null,
  declineReason: null,
  acceptance: null,
  depositFate: null,
  convertedInvoiceId: null,
  stages: 0,
};
const SENT_QUOTE = {
  ...DRAFT_QUOTE,
  status: "sent",
  displayStatus: { code: "sent", label: "Sent", tone: "blue" as const },
  quoteNumber: "Q-1",
  contact: MARGARET,
  contactId: MARGARET.id,
  publicToken: "t",
  publicUrl: "https://plumbline.example/q/t",
  allowed: { ...DRAFT_QUOTE.allowed, edit: false, delete: false, convert: true },
};

const ofQuote = (quote: typeof DRAFT_QUOTE | typeof SENT_QUOTE) => ({
  path: `/quotes/${ID}`,
  besides: () => {
    mockResponse("GET /api/quotes/{id}", quote);
    mockResponse("GET /api/quotes/{id}/timeline", TIMELINE);
    mockResponse("GET /api/quotes/{id}/chasing", {} as never);
    mockFault("GET /api/quotes/{id}/cancellation", respondJson(404));
    // How the customer sees it doesn't matter here.
    mockFault("GET /api/quotes/{id}/presentation", respondJson(500));
    mockFault("GET /api/quotes/public/{token}", respondJson(500));
    mockResponse("GET /api/income-tax/pot", { percentage: "20" });
  },
});

describeConfirmation("deleting a draft quote", {
  ...ofQuote(DRAFT_QUOTE),
  presses: [/^More for/, "Delete draft"],
  title: "Delete this draft quote?",
  confirm: "Delete draft",
  call: "DELETE /api/quotes/{id}",
  sends: { params: { id: ID } },
  afterwards: () => {
    mockResponse("GET /api/quotes/counts", []);
    mockResponse("GET /api/quotes/batches", []);
    mockResponse("GET /api/views", []);
  },
  done: { at: "/quotes" },
});

describeConfirmation("converting an unanswered quote to an invoice", {
  ...ofQuote(SENT_QUOTE),
  presses: ["Convert to invoice"],
  title: "Turn quote Q-1 into an invoice?",
  confirm: "Convert to invoice",
  call: "POST /api/quotes/{id}/convert",
  answer: { ...createDraft("invoice"), id: "i1" },
  sends: { params: { id: ID } },
  afterwards: () => {
    mockResponse("GET /api/invoices/{id}", { ...createDraft("invoice"), id: "i1" } as never);
    mockResponse("GET /api/invoices/{id}/einvoice/check", {
      wanted: false,
      orderReference: "",
      findings: [],
    });
  },
  done: { says: "Invoice created", at: "/invoices/edit/i1" },
});

describeConfirmation("replacing a customer’s link", {
  ...ofQuote(SENT_QUOTE),
  presses: ["Replace the link"],
  title: "Replace the link?",
  confirm: "Replace the link",
  call: "POST /api/quotes/{id}/revoke-link",
  answer: SENT_QUOTE,
  sends: { params: { id: ID } },
  done: { says: "Link replaced" },
});
