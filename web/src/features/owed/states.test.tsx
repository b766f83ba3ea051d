// @vitest-environment happy-dom
import { NO_DOCUMENTS } from "../../testing/basics";
import { answers } from "../../testing/network";
import { MARGARET } from "../../testing/records";
import { describeStates } from "../../testing/states";

const NOTHING = {
  outstanding: "0.00",
  overdue: "0.00",
  notDue: "0.00",
  to30: "0.00",
  to60: "0.00",
  to90: "0.00",
  over90: "0.00",
  invoices: 0,
};

describeStates("who owes", {
  path: "/owed",
  call: "GET /api/owed",
  answer: {
    customers: [
      {
        ...NOTHING,
        contactId: MARGARET.id,
        name: MARGARET.name,
        oldest: "2026-09-15",
        age: "notDue",
        outstanding: "120.00",
        notDue: "120.00",
        invoices: 1,
      },
    ],
    all: { ...NOTHING, outstanding: "120.00", notDue: "120.00", invoices: 1 },
    today: "2026-09-01",
  },
  shows: MARGARET.name,
  empty: {
    answer: { customers: [], all: NOTHING, today: "2026-09-01" },
    says: "Nobody owes you anything",
    next: ["All invoices", "/invoices"],
  },
  fails: "What is owed could not be loaded",
});

describeStates("what one customer owes", {
  path: `/owed/${MARGARET.id}`,
  call: "GET /api/invoices",
  answer: NO_DOCUMENTS,
  shows: "Margaret Holroyd owes you nothing.",
  besides: () => answers("GET /api/contacts/{id}", MARGARET),
  fails: "The invoices could not be loaded",
});
