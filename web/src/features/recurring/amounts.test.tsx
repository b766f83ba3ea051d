// @vitest-environment window
import type { Recurring } from "../../api/generated/Recurring";
import { createSummary, EMPTY_FIELDS, MARGARET, NO_TOTALS } from "../../testing/fixtures";
import { mockResponse } from "../../testing/network";
import { describeAmounts } from "../../testing/screen-amounts";

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

describeAmounts("the recurring invoices", {
  path: "/recurring",
  besides: () =>
    mockResponse("GET /api/recurring", [
      { ...COVER, contactName: MARGARET.name, totalAmount: "15.00" },
      {
        ...{ ...COVER, id: "other", name: "Gas check", contactName: "Amir Shah", totalAmount: "72.00" },
        ...{ repeat: "yearly", makes: "sent" },
      },
      { ...COVER, id: "held", name: "Bins", contactName: "Rosa Lane", totalAmount: "9.00", paused: true },
      { ...COVER, id: "over", name: "Lift", contactName: "Jo Bloggs", totalAmount: "8.00", nextDay: null },
    ]),
  tables: {
    "Recurring invoices": {
      rows: [
        {
          row: COVER.name,
          to: `/recurring/${ID}`,
          cells: {
            Customer: MARGARET.name,
            "How often": "Every month",
            Next: "1 Dec 2026",
            "What happens": "Makes a draft",
            Amount: "£15.00",
          },
          card: ["£15.00", "Every month", "Next 1 Dec 2026"],
        },
        {
          row: "Gas check",
          to: "/recurring/other",
          cells: { "How often": "Every year", "What happens": "Sends", Amount: "£72.00" },
          card: ["£72.00"],
        },
        {
          row: "Bins",
          to: "/recurring/held",
          cells: { Next: "—", "What happens": "Paused" },
          card: ["£9.00", "Paused"],
        },
        {
          row: "Lift",
          to: "/recurring/over",
          cells: { Next: "—", "What happens": "Ended" },
          card: ["£8.00", "Ended"],
        },
      ],
    },
  },
});

const ONE: Recurring = {
  ...EMPTY_FIELDS,
  ...COVER,
  version: 1,
  firstDay: "2026-11-01",
  lastDay: null,
  times: null,
  daysDue: 14,
  dueUnit: "days",
  days: { next: ["2026-12-01"], left: null, last: null },
  businessProfileId: null,
  contactId: MARGARET.id,
  contact: MARGARET,
  jobAddress: "",
  orderNumber: "",
  notes: "",
  template: null,
  terms: null,
  totals: { ...NO_TOTALS, totalAmount: "15.00" },
  made: [
    {
      day: "2026-11-01",
      outcome: "sent",
      reason: null,
      invoice: createSummary("invoice", { id: "made", totalAmount: "14.20", balanceDue: "3.10" }),
    },
  ],
  madeTotal: 1,
  createdAt: 0,
  updatedAt: 0,
};

describeAmounts("a recurring invoice", {
  path: `/recurring/${ID}`,
  besides: () => mockResponse("GET /api/recurring/{id}", ONE),
  links: [
    [/^PL-0001$/, "/invoices/made"],
    [/^Margaret Holroyd$/, `/contacts/${MARGARET.id}`],
    [/^Edit$/, `/recurring/edit/${ID}`],
  ],
  sentences: [
    "PL-0001£14.20",
    "Every month£15.00Next1 Dec 2026",
    "Draft created at 8 am on its date, due 14 days later.",
  ],
});
