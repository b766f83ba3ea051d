// @vitest-environment window
import { createList, createSummary, NO_DOCUMENTS } from "../../testing/fixtures";
import { mockResponse } from "../../testing/network";
import { describeScreenStates } from "../../testing/screen-states";

describeScreenStates("the archives", {
  path: "/archives",
  call: "GET /api/quotes",
  answer: createList(createSummary("quote", { archived: true })),
  shows: "PL-0001",
  besides: () => {
    mockResponse("GET /api/quotes/counts", []);
    mockResponse("GET /api/invoices/counts", []);
    mockResponse("GET /api/credit-notes/counts", []);
  },
  empty: { answer: NO_DOCUMENTS, says: "No archived quotes", next: ["your quotes", "/quotes"] },
  fails: "Your archives could not be loaded",
});
