// @vitest-environment window
import { NO_DOCUMENTS } from "../../testing/basics";
import { answers } from "../../testing/network";
import { draftOf, listOf, summaryOf } from "../../testing/records";
import { describeStates, GONE } from "../../testing/states";
// The largest of the screens: it is loaded before a test waits for it.
import "./InvoiceEditorPage";

const ID = draftOf("invoice").id;

const DRAFT = {
  ...draftOf("invoice"),
  invoiceNumber: null,
  dueDate: null,
  paidDate: null,
  sourceQuoteId: null,
  stageOfId: null,
  creditNotes: [],
  toGiveBack: "0.00",
  instalmentsSum: "0.00",
};

const pot = () => answers("GET /api/income-tax/pot", { percentage: "20" });

describeStates("the invoices", {
  path: "/invoices",
  call: "GET /api/invoices",
  answer: listOf(summaryOf("invoice")),
  shows: "PL-0001",
  besides: () => {
    answers("GET /api/invoices/counts", []);
    answers("GET /api/invoices/batches", []);
    answers("GET /api/views", []);
  },
  empty: {
    answer: NO_DOCUMENTS,
    says: "Your invoices will be here",
    next: ["Make your first invoice", "/invoices/create"],
  },
  fails: "Your invoices could not be loaded",
});

describeStates("an invoice", {
  path: `/invoices/${ID}`,
  call: "GET /api/invoices/{id}",
  answer: DRAFT,
  shows: "Draft invoice",
  besides: () => {
    answers("GET /api/invoices/{id}/timeline", {
      happened: [],
      openedFirst: null,
      openedLast: null,
      broughtFrom: null,
      madeOf: null,
      emails: [],
    });
    pot();
    answers("GET /api/invoices/{id}/einvoice/check", { wanted: false, orderReference: "", findings: [] });
  },
  fails: "The invoice could not be loaded",
  refused: [
    {
      when: "where it is gone",
      by: GONE,
      says: "We couldn’t find this invoice",
      next: ["All invoices", "/invoices"],
    },
  ],
});

describeStates("the editor of an invoice", {
  path: `/invoices/edit/${ID}`,
  call: "GET /api/invoices/{id}",
  answer: DRAFT,
  shows: "Draft invoice",
  besides: () => {
    pot();
    answers("GET /api/invoices/{id}/einvoice/check", { wanted: false, orderReference: "", findings: [] });
  },
  fails: "The invoice could not be loaded",
  refused: [
    {
      when: "where it is gone",
      by: GONE,
      says: "We couldn’t find this invoice",
      next: ["All invoices", "/invoices"],
    },
  ],
});
