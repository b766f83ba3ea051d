// @vitest-environment window
import { describeAsking } from "../../testing/asking";
import { answers } from "../../testing/network";
import { listOf, summaryOf } from "../../testing/records";

const DRAFT = summaryOf("quote", { archived: true, status: "draft", number: null });

describeAsking("an archived draft that is deleted for good", {
  path: "/archives",
  besides: () => {
    answers("GET /api/quotes", listOf(DRAFT));
    answers("GET /api/quotes/counts", []);
    answers("GET /api/invoices/counts", []);
    answers("GET /api/credit-notes/counts", []);
  },
  presses: [/^More for/, "Delete for good"],
  title: "Delete this draft quote for good?",
  confirm: "Delete for good",
  call: "DELETE /api/quotes/{id}",
  sends: { params: { id: DRAFT.id } },
  done: { says: "Draft deleted" },
});
