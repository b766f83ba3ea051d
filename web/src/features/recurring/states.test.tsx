// @vitest-environment happy-dom
import { FIELDS, NO_TOTALS } from "../../testing/records";
import { describeStates, GONE } from "../../testing/states";

const ID = "0e8d7c6b-5a49-4382-9716-f5e4d3c2b105";
const COVER = {
  id: ID,
  name: "Boiler cover",
  jobDescription: "",
  repeat: "monthly",
  makes: "draft",
  paused: false,
  trouble: null,
  nextDay: "2026-12-01",
} as const;

describeStates("the recurring invoices", {
  path: "/recurring",
  call: "GET /api/recurring",
  answer: [{ ...COVER, contactName: "Margaret Holroyd", totalAmount: "15.00" }],
  shows: COVER.name,
  empty: {
    answer: [],
    says: "No recurring invoices yet",
    next: ["New recurring invoice", "/recurring/create"],
  },
  fails: "Your recurring invoices could not be loaded",
});

describeStates("a recurring invoice", {
  path: `/recurring/${ID}`,
  call: "GET /api/recurring/{id}",
  answer: {
    ...FIELDS,
    ...COVER,
    version: 1,
    firstDay: "2026-11-01",
    lastDay: null,
    times: null,
    daysDue: 14,
    days: { next: ["2026-12-01"], left: null, last: null },
    businessProfileId: null,
    contactId: null,
    contact: null,
    jobAddress: "",
    notes: "",
    template: null,
    terms: null,
    totals: NO_TOTALS,
    made: [],
    madeTotal: 0,
    createdAt: 0,
    updatedAt: 0,
  },
  shows: COVER.name,
  fails: "This recurring invoice could not be loaded",
  refused: [
    {
      when: "where it is gone",
      by: GONE,
      says: "This recurring invoice does not exist",
      next: ["See all recurring invoices", "/recurring"],
    },
  ],
});
