// @vitest-environment happy-dom
import { describeAsking } from "../../testing/asking";
import { NO_DOCUMENTS } from "../../testing/basics";
import { answers } from "../../testing/network";
import { MARGARET } from "../../testing/records";

describeAsking("a contact that is deleted", {
  path: `/contacts/${MARGARET.id}`,
  besides: () => {
    answers("GET /api/contacts/{id}", MARGARET);
    answers("GET /api/contacts/{id}/chasing", { off: false });
    answers("GET /api/contacts/balances", { contacts: [], others: "0.00", outstanding: "0.00" });
    answers("GET /api/credit-notes", NO_DOCUMENTS);
  },
  presses: ["More actions", "Delete contact"],
  title: "Delete Margaret Holroyd?",
  confirm: "Delete contact",
  call: "DELETE /api/contacts/{id}",
  sends: { params: { id: MARGARET.id } },
  done: { says: "Margaret Holroyd was deleted", at: "/contacts" },
  failed: "Margaret Holroyd was not deleted",
});
