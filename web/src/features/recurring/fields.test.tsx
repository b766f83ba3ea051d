// @vitest-environment window
import type { Recurring } from "../../api/generated/Recurring";
import { EMPTY_FIELDS, NO_TOTALS } from "../../testing/fixtures";
import { describeFormFields } from "../../testing/form-fields";
import { mockResponse } from "../../testing/network";

const COVER: Recurring = {
  ...EMPTY_FIELDS,
  id: "0e8d7c6b-5a49-4382-9716-f5e4d3c2b105",
  version: 3,
  name: "Boiler cover",
  jobDescription: "Service in {month}",
  repeat: "quarterly",
  makes: "sent",
  paused: false,
  trouble: null,
  nextDay: "2026-12-01",
  firstDay: "2026-11-02",
  lastDay: "2028-02-02",
  times: null,
  daysDue: 9,
  dueUnit: "days",
  days: { next: ["2026-12-01"], left: null, last: null },
  businessProfileId: null,
  contactId: null,
  contact: null,
  jobAddress: "3 Mill Lane",
  orderNumber: "PO-77",
  notes: "Thank you",
  template: null,
  terms: null,
  totals: NO_TOTALS,
  made: [],
  madeTotal: 0,
  createdAt: 0,
  updatedAt: 0,
};

const besides = (recurring: Recurring) => () => {
  mockResponse("GET /api/recurring/{id}", recurring);
  mockResponse("POST /api/recurring/preview", recurring.days);
};

const { version, name, repeat, makes, firstDay, lastDay, daysDue, dueUnit } = COVER;

describeFormFields("the fields of a recurring invoice", {
  path: `/recurring/edit/${COVER.id}`,
  besides: besides(COVER),
  call: "PUT /api/recurring/{id}",
  button: "Save changes",
  fields: {
    Name: ["name", "Boiler cover"],
    "How often": ["repeat", "Every three months"],
    "First date": ["firstDay", "2026-11-02"],
    "Last date": ["lastDay", "2028-02-02"],
    "Due after": ["daysDue", "9"],
  },
  choices: { "It ends": "On a date", "On its date": "Send it", "Payment due": "After a number of days" },
  sends: {
    ...{ version, name, repeat, makes, firstDay, lastDay, daysDue, dueUnit, times: null },
    ...{ jobDescription: "Service in {month}", jobAddress: "3 Mill Lane", orderNumber: "PO-77" },
    notes: "Thank you",
  },
});

describeFormFields("the fields of a recurring invoice that ends after a number of invoices", {
  path: `/recurring/edit/${COVER.id}`,
  besides: besides({ ...COVER, lastDay: null, times: 8, makes: "draft" }),
  call: "PUT /api/recurring/{id}",
  button: "Save changes",
  fields: { "How many invoices": ["times", "8"] },
  choices: { "It ends": "After a number", "On its date": "Make a draft" },
  sends: { lastDay: null, times: 8, makes: "draft" },
});
