// @vitest-environment window
import { describeAsking } from "../../testing/asking";
import { answers, fails, json } from "../../testing/network";
import { draftOf, MARGARET } from "../../testing/records";
// Large: it is loaded before a test waits for it.
import "./QuotePage";

const TIMELINE = {
  happened: [],
  openedFirst: null,
  openedLast: null,
  broughtFrom: null,
  madeOf: null,
  emails: [],
};

const ID = draftOf("quote").id;

const DRAFT_QUOTE = {
  ...draftOf("quote"),
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
    answers("GET /api/quotes/{id}", quote);
    answers("GET /api/quotes/{id}/timeline", TIMELINE);
    answers("GET /api/quotes/{id}/chasing", {} as never);
    fails("GET /api/quotes/{id}/cancellation", json(404));
    // What its customer would read of it is another matter.
    fails("GET /api/quotes/{id}/presentation", json(500));
    fails("GET /api/quotes/public/{token}", json(500));
    answers("GET /api/income-tax/pot", { percentage: "20" });
  },
});

describeAsking("a draft quote that is deleted", {
  ...ofQuote(DRAFT_QUOTE),
  presses: [/^More for/, "Delete draft"],
  title: "Delete this draft quote?",
  confirm: "Delete draft",
  call: "DELETE /api/quotes/{id}",
  sends: { params: { id: ID } },
  afterwards: () => {
    answers("GET /api/quotes/counts", []);
    answers("GET /api/quotes/batches", []);
    answers("GET /api/views", []);
  },
  done: { at: "/quotes" },
});

describeAsking("a quote that nobody has answered and is made an invoice", {
  ...ofQuote(SENT_QUOTE),
  presses: ["Convert to invoice"],
  title: "Turn quote Q-1 into an invoice?",
  confirm: "Convert to invoice",
  call: "POST /api/quotes/{id}/convert",
  answer: { ...draftOf("invoice"), id: "i1" },
  sends: { params: { id: ID } },
  afterwards: () => {
    answers("GET /api/invoices/{id}", { ...draftOf("invoice"), id: "i1" } as never);
    answers("GET /api/invoices/{id}/einvoice/check", { wanted: false, orderReference: "", findings: [] });
  },
  done: { says: "Invoice created", at: "/invoices/edit/i1" },
});

describeAsking("a customer’s link that is replaced", {
  ...ofQuote(SENT_QUOTE),
  presses: ["Replace the link"],
  title: "Replace the link?",
  confirm: "Replace the link",
  call: "POST /api/quotes/{id}/revoke-link",
  answer: SENT_QUOTE,
  sends: { params: { id: ID } },
  done: { says: "Link replaced" },
});
