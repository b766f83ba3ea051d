// @vitest-environment window
import type { Recurring } from "../../api/generated/Recurring";
import { describeConfirmation } from "../../testing/confirmations";
import { EMPTY_FIELDS, NO_TOTALS } from "../../testing/fixtures";
import { mockResponse } from "../../testing/network";

const ID = "0e8d7c6b-5a49-4382-9716-f5e4d3c2b105";

const COVER: Recurring = {
  ...EMPTY_FIELDS,
  id: ID,
  version: 1,
  name: "Boiler cover",
  jobDescription: "",
  repeat: "monthly",
  makes: "draft",
  paused: false,
  trouble: null,
  nextDay: "2026-12-01",
  firstDay: "2026-11-01",
  lastDay: null,
  times: null,
  daysDue: 14,
  dueUnit: "days",
  days: { next: ["2026-12-01"], left: null, last: null },
  businessProfileId: null,
  contactId: null,
  contact: null,
  jobAddress: "",
  orderNumber: "",
  notes: "",
  template: null,
  terms: null,
  totals: NO_TOTALS,
  made: [],
  madeTotal: 0,
  createdAt: 0,
  updatedAt: 0,
};

const OF_COVER = {
  path: `/recurring/${ID}`,
  besides: () => mockResponse("GET /api/recurring/{id}", COVER),
};

describeConfirmation("skipping a date of a recurring invoice", {
  ...OF_COVER,
  presses: ["More for Boiler cover", "Skip the next one"],
  title: "Skip the invoice on 1 Dec 2026?",
  confirm: "Skip it",
  call: "POST /api/recurring/{id}/skip",
  answer: { ...COVER, nextDay: "2027-01-01" },
  sends: { params: { id: ID }, body: { day: "2026-12-01" } },
  done: { says: "Skipped: the next is on 1 Jan 2027" },
});

describeConfirmation("deleting a recurring invoice", {
  ...OF_COVER,
  presses: ["More for Boiler cover", "Delete"],
  title: "Delete Boiler cover?",
  confirm: "Delete",
  call: "DELETE /api/recurring/{id}",
  sends: { params: { id: ID } },
  afterwards: () => mockResponse("GET /api/recurring", []),
  done: { says: "Boiler cover was deleted", at: "/recurring" },
});
