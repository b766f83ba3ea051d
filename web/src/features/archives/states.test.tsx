// @vitest-environment window
import { NO_DOCUMENTS } from "../../testing/basics";
import { answers } from "../../testing/network";
import { listOf, summaryOf } from "../../testing/records";
import { describeStates } from "../../testing/states";

describeStates("the archives", {
  path: "/archives",
  call: "GET /api/quotes",
  answer: listOf(summaryOf("quote", { archived: true })),
  shows: "PL-0001",
  besides: () => {
    answers("GET /api/quotes/counts", []);
    answers("GET /api/invoices/counts", []);
    answers("GET /api/credit-notes/counts", []);
  },
  empty: { answer: NO_DOCUMENTS, says: "No archived quotes", next: ["your quotes", "/quotes"] },
  fails: "Your archives could not be loaded",
});
