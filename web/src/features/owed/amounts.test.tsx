// @vitest-environment window

import { createSummary, MARGARET } from "../../testing/fixtures";
import { mockResponse } from "../../testing/network";
import { describeAmounts } from "../../testing/screen-amounts";

const SUMS = {
  outstanding: "470.00",
  overdue: "150.00",
  notDue: "320.00",
  to30: "11.00",
  to60: "22.00",
  to90: "33.00",
  over90: "84.00",
  invoices: 4,
};
const GONE = { ...SUMS, outstanding: "81.00", overdue: "0.00", notDue: "81.00", invoices: 1 };
const ALL = {
  outstanding: "551.00",
  overdue: "151.00",
  notDue: "401.00",
  to30: "12.00",
  to60: "23.00",
  to90: "34.00",
  over90: "85.00",
  invoices: 5,
};

describeAmounts("what customers owe", {
  path: "/owed",
  besides: () =>
    mockResponse("GET /api/owed", {
      customers: [
        { ...SUMS, contactId: MARGARET.id, name: MARGARET.name, oldest: "2026-05-01", age: "over90" },
        { ...GONE, contactId: null, name: "Amir & Son", oldest: "2026-09-15", age: "notDue" },
      ],
      all: ALL,
      today: "2026-09-01",
    }),
  sums: {
    "Total owed": "£551.00",
    Overdue: "£151.00",
    "Not due": "£401.00",
    "1–30 days": "£12.00",
    "31–60 days": "£23.00",
    "61–90 days": "£34.00",
    "Over 90": "£85.00",
  },
  tables: {
    "Who owes me": {
      rows: [
        {
          row: MARGARET.name,
          to: `/owed/${MARGARET.id}`,
          cells: {
            "Not due": "£320.00",
            "1–30 days": "£11.00",
            "31–60 days": "£22.00",
            "61–90 days": "£33.00",
            "Over 90": "£84.00",
            Overdue: "£150.00",
            Owed: "£470.00",
          },
          card: ["£470.00", "£150.00 overdue", "4 invoices", "123 days late"],
        },
        {
          // No longer a contact, so the link filters the invoices by name.
          row: "Amir & Son",
          to: "/invoices?status=outstanding&q=Amir+%26+Son",
          cells: { Overdue: "", Owed: "£81.00" },
          card: ["£81.00", "1 invoice", "Not due yet"],
        },
      ],
      foot: [
        {
          "Not due": "£401.00",
          "1–30 days": "£12.00",
          "31–60 days": "£23.00",
          "61–90 days": "£34.00",
          "Over 90": "£85.00",
          Overdue: "£151.00",
          Owed: "£551.00",
        },
      ],
    },
  },
});

describeAmounts("what one customer owes", {
  path: `/owed/${MARGARET.id}`,
  besides: () => {
    const invoice = createSummary("invoice", { id: "one", totalAmount: "470.00", balanceDue: "150.00" });
    mockResponse("GET /api/invoices", {
      data: [invoice],
      nextCursor: "x",
      total: 9,
      outstanding: "1.00",
      totalAmount: "2.00",
    });
    mockResponse("GET /api/contacts/{id}", MARGARET);
    mockResponse("GET /api/invoices/{id}/chasing", {} as never);
  },
  links: [
    [/^PL-0001$/, "/invoices/one"],
    [/^All of their unpaid invoices$/, "/invoices?status=outstanding&q=Margaret+Holroyd"],
    [/^Statement$/, `/contacts/${MARGARET.id}/statement`],
  ],
  sentences: ["£150.00"],
});
