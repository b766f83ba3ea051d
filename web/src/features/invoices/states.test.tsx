// @vitest-environment window
import { createDraft, createList, createSummary, NO_DOCUMENTS } from "../../testing/fixtures";
import { mockResponse } from "../../testing/network";
import { describeScreenStates, NOT_FOUND } from "../../testing/screen-states";
// The largest of the screens, so it is loaded before a test waits for it.
import "./InvoiceEditorPage";

const ID = createDraft("invoice").id;

const DRAFT = {
  ...createDraft("invoice"),
  invoiceNumber: null,
  dueDate: null,
  paidDate: null,
  sourceQuoteId: null,
  stageOfId: null,
  creditNotes: [],
  toGiveBack: "0.00",
  instalmentsSum: "0.00",
};

const pot = () => mockResponse("GET /api/income-tax/pot", { percentage: "20" });

describeScreenStates("the invoices", {
  path: "/invoices",
  call: "GET /api/invoices",
  answer: createList(createSummary("invoice")),
  shows: "PL-0001",
  besides: () => {
    mockResponse("GET /api/invoices/counts", []);
    mockResponse("GET /api/invoices/batches", []);
    mockResponse("GET /api/views", []);
  },
  empty: {
    answer: NO_DOCUMENTS,
    says: "Your invoices will be here",
    next: ["Make your first invoice", "/invoices/create"],
  },
  fails: "Your invoices could not be loaded",
});

describeScreenStates("an invoice", {
  path: `/invoices/${ID}`,
  call: "GET /api/invoices/{id}",
  answer: DRAFT,
  shows: "Draft invoice",
  besides: () => {
    mockResponse("GET /api/invoices/{id}/timeline", {
      happened: [],
      openedFirst: null,
      openedLast: null,
      broughtFrom: null,
      madeOf: null,
      emails: [],
    });
    pot();
    mockResponse("GET /api/invoices/{id}/einvoice/check", {
      wanted: false,
      orderReference: "",
      findings: [],
    });
  },
  fails: "The invoice could not be loaded",
  refused: [
    {
      when: "when it no longer exists",
      by: NOT_FOUND,
      says: "We couldn’t find this invoice",
      next: ["All invoices", "/invoices"],
    },
  ],
});

describeScreenStates("the editor of an invoice", {
  path: `/invoices/edit/${ID}`,
  call: "GET /api/invoices/{id}",
  answer: DRAFT,
  shows: "Draft invoice",
  besides: () => {
    pot();
    mockResponse("GET /api/invoices/{id}/einvoice/check", {
      wanted: false,
      orderReference: "",
      findings: [],
    });
  },
  fails: "The invoice could not be loaded",
  refused: [
    {
      when: "when it no longer exists",
      by: NOT_FOUND,
      says: "We couldn’t find this invoice",
      next: ["All invoices", "/invoices"],
    },
  ],
});
