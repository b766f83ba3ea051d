// @vitest-environment window
import { describeConfirmation } from "../../testing/confirmations";
import { createList, createSummary } from "../../testing/fixtures";
import { mockResponse } from "../../testing/network";

const DRAFT = createSummary("quote", { archived: true, status: "draft", number: null });

describeConfirmation("deleting an archived draft for good", {
  path: "/archives",
  besides: () => {
    mockResponse("GET /api/quotes", createList(DRAFT));
    mockResponse("GET /api/quotes/counts", []);
    mockResponse("GET /api/invoices/counts", []);
    mockResponse("GET /api/credit-notes/counts", []);
  },
  presses: [/^More for/, "Delete for good"],
  title: "Delete this draft quote for good?",
  confirm: "Delete for good",
  call: "DELETE /api/quotes/{id}",
  sends: { params: { id: DRAFT.id } },
  done: { says: "Draft deleted" },
});
