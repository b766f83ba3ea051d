// @vitest-environment happy-dom
import { NO_DOCUMENTS } from "../../testing/basics";
import { answers } from "../../testing/network";
import { draftOf, listOf, summaryOf } from "../../testing/records";
import { describeStates, GONE } from "../../testing/states";

const ID = summaryOf("quote").id;

describeStates("the quotes", {
  path: "/quotes",
  call: "GET /api/quotes",
  answer: listOf(summaryOf("quote")),
  shows: "PL-0001",
  besides: () => {
    answers("GET /api/quotes/counts", []);
    answers("GET /api/quotes/batches", []);
    answers("GET /api/views", []);
  },
  empty: {
    answer: NO_DOCUMENTS,
    says: "Your quotes will be here",
    next: ["Make your first quote", "/quotes/create"],
  },
  fails: "Your quotes could not be loaded",
});

describeStates("the versions of a quote", {
  path: `/quotes/${ID}/versions`,
  call: "GET /api/quotes/{id}/versions",
  answer: { versions: [], total: 0 },
  shows: "It has not been sent yet",
  fails: "The versions could not be loaded",
  refused: [{ when: "where the quote is gone", by: GONE, says: "The versions could not be loaded" }],
});

describeStates("a quote", {
  path: `/quotes/${ID}`,
  call: "GET /api/quotes/{id}",
  answer: {
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
  },
  shows: "Draft quote",
  besides: () => {
    answers("GET /api/quotes/{id}/timeline", {
      happened: [],
      openedFirst: null,
      openedLast: null,
      broughtFrom: null,
      madeOf: null,
    });
    answers("GET /api/income-tax/pot", { percentage: "20" });
  },
  fails: "The quote could not be loaded",
  refused: [
    { when: "where it is gone", by: GONE, says: "There is no such quote", next: ["All quotes", "/quotes"] },
  ],
});
