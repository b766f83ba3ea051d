// @vitest-environment window
import { NO_DOCUMENTS } from "../../testing/basics";
import { answers } from "../../testing/network";
import { draftOf, listOf, summaryOf } from "../../testing/records";
import { describeStates, GONE } from "../../testing/states";

describeStates("the credit notes", {
  path: "/credit-notes",
  call: "GET /api/credit-notes",
  answer: listOf(summaryOf("credit_note")),
  shows: "PL-0001",
  besides: () => {
    answers("GET /api/credit-notes/counts", []);
    answers("GET /api/credit-notes/batches", []);
    answers("GET /api/views", []);
  },
  empty: {
    answer: NO_DOCUMENTS,
    says: "Your credit notes will be here",
    next: ["Choose an invoice", "/invoices"],
  },
  fails: "Your credit notes could not be loaded",
});

describeStates("a credit note", {
  path: `/credit-notes/${draftOf("credit_note").id}`,
  call: "GET /api/credit-notes/{id}",
  answer: {
    ...draftOf("credit_note"),
    creditNoteNumber: null,
    invoiceId: null,
    creditedInvoiceNumber: null,
    toGiveBack: "0.00",
  },
  shows: "Draft credit note",
  besides: () => {
    answers("GET /api/credit-notes/{id}/timeline", {
      happened: [],
      openedFirst: null,
      openedLast: null,
      broughtFrom: null,
      madeOf: null,
      emails: [],
    });
    answers("GET /api/income-tax/pot", { percentage: "20" });
    answers("GET /api/credit-notes/{id}/einvoice/check", { wanted: false, orderReference: "", findings: [] });
  },
  fails: "The credit note could not be loaded",
  refused: [
    {
      when: "where it is gone",
      by: GONE,
      says: "We couldn’t find this credit note",
      next: ["All credit notes", "/credit-notes"],
    },
  ],
});
