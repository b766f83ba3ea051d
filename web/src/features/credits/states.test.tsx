// @vitest-environment window
import { createDraft, createList, createSummary, NO_DOCUMENTS } from "../../testing/fixtures";
import { mockResponse } from "../../testing/network";
import { describeScreenStates, NOT_FOUND } from "../../testing/screen-states";

describeScreenStates("the credit notes", {
  path: "/credit-notes",
  call: "GET /api/credit-notes",
  answer: createList(createSummary("credit_note")),
  shows: "PL-0001",
  besides: () => {
    mockResponse("GET /api/credit-notes/counts", []);
    mockResponse("GET /api/credit-notes/batches", []);
    mockResponse("GET /api/views", []);
  },
  empty: {
    answer: NO_DOCUMENTS,
    says: "Your credit notes will be here",
    next: ["Choose an invoice", "/invoices"],
  },
  fails: "Your credit notes could not be loaded",
});

describeScreenStates("a credit note", {
  path: `/credit-notes/${createDraft("credit_note").id}`,
  call: "GET /api/credit-notes/{id}",
  answer: {
    ...createDraft("credit_note"),
    creditNoteNumber: null,
    invoiceId: null,
    creditedInvoiceNumber: null,
    toGiveBack: "0.00",
  },
  shows: "Draft credit note",
  besides: () => {
    mockResponse("GET /api/credit-notes/{id}/timeline", {
      happened: [],
      openedFirst: null,
      openedLast: null,
      broughtFrom: null,
      madeOf: null,
      emails: [],
    });
    mockResponse("GET /api/income-tax/pot", { percentage: "20" });
    mockResponse("GET /api/credit-notes/{id}/einvoice/check", {
      wanted: false,
      orderReference: "",
      findings: [],
    });
  },
  fails: "The credit note could not be loaded",
  refused: [
    {
      when: "when it no longer exists",
      by: NOT_FOUND,
      says: "We couldn’t find this credit note",
      next: ["All credit notes", "/credit-notes"],
    },
  ],
});
