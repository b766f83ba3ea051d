// @vitest-environment window

import { MARGARET } from "../../testing/fixtures";
import { mockResponse } from "../../testing/network";
import { describeAmounts } from "../../testing/screen-amounts";

const KNOWN = { ...MARGARET, company: "Holroyd Homes", phone: "0113 496 0000" };
const AMIR = { ...MARGARET, id: "2f7c7a4e-0a55-4c0f-9a0b-6a4f2f0d1c02", name: "Amir Shah" };

const balances = () =>
  mockResponse("GET /api/contacts/balances", {
    contacts: [
      { contactId: MARGARET.id, outstanding: "470.00", overdue: "150.00", invoices: 3 },
      { contactId: AMIR.id, outstanding: "81.00", overdue: "0.00", invoices: 1 },
    ],
    others: "9.40",
    outstanding: "560.40",
  });

describeAmounts("the contacts", {
  path: "/contacts",
  besides: () => {
    mockResponse("GET /api/contacts", [KNOWN, AMIR]);
    balances();
  },
  tables: {
    Contacts: {
      rows: [
        {
          row: MARGARET.name,
          to: `/contacts/${MARGARET.id}`,
          cells: {
            Name: "Margaret Holroyd",
            Company: "Holroyd Homes",
            Place: "Leeds LS1 4AP",
            Phone: "0113 496 0000",
            Email: "margaret@example.com",
            Owed: "£470.00, £150.00 of it overdue",
          },
          card: ["£470.00", "overdue", "Holroyd Homes", "Leeds · LS1 4AP"],
        },
        { row: AMIR.name, to: `/contacts/${AMIR.id}`, cells: { Owed: "£81.00" }, card: ["£81.00", "owed"] },
      ],
    },
  },
  links: [
    [/^£560\.40 owed in all$/, "/invoices?status=outstanding"],
    [/^Who owes me$/, "/owed"],
  ],
  sentences: ["£9.40 of it by customers you’ve deleted"],
});

describeAmounts("a contact", {
  path: `/contacts/${MARGARET.id}`,
  besides: () => {
    mockResponse("GET /api/contacts/{id}", MARGARET);
    mockResponse("GET /api/contacts/{id}/chasing", { off: false });
    balances();
  },
  links: [
    [/^Statement$/, `/contacts/${MARGARET.id}/statement`],
    [/^New quote$/, `/quotes/create?contactId=${MARGARET.id}`],
    [/^New invoice$/, `/invoices/create?contactId=${MARGARET.id}`],
  ],
  sentences: ["Owes you£470.00on 3 invoices, £150.00 overdue"],
});

describeAmounts("a statement", {
  path: `/contacts/${MARGARET.id}/statement`,
  besides: () =>
    mockResponse("GET /api/contacts/{id}/statement", {
      customer: MARGARET.name,
      email: MARGARET.email,
      from: "2026-04-06",
      to: "2026-08-31",
      today: "2026-09-01",
      owedNow: "77.00",
      statement: {
        opening: "31.00",
        invoiced: "470.00",
        credited: "-12.00",
        paid: "150.00",
        closing: "339.00",
        rows: [
          {
            date: "2026-05-01",
            kind: "invoice",
            number: "PL-0001",
            dueDate: "2026-05-15",
            amount: "470.00",
            balance: "501.00",
          },
          {
            date: "2026-06-01",
            kind: "payment",
            number: "PL-0002",
            dueDate: null,
            amount: "-150.00",
            balance: "351.00",
          },
          {
            date: "2026-06-02",
            kind: "credit",
            number: "PL-0003",
            dueDate: null,
            amount: "-12.00",
            balance: "339.00",
          },
          {
            date: "2026-06-03",
            kind: "refund",
            number: "PL-0004",
            dueDate: null,
            amount: "5.00",
            balance: "344.00",
          },
        ],
      },
    }),
  sums: {
    "Balance brought forward": "£31.00",
    Invoiced: "£470.00",
    Credited: "-£12.00",
    Paid: "£150.00",
    "Balance on 31 Aug 2026": "£339.00",
  },
  tables: {
    Statement: {
      rows: [
        {
          row: "Invoice PL-0001",
          cells: {
            Date: "1 May 2026",
            Due: "15 May 2026",
            Invoiced: "£470.00",
            Paid: "",
            Balance: "£501.00",
          },
          card: ["£470.00", "£501.00 owed"],
        },
        {
          row: "Payment for PL-0002",
          cells: { Invoiced: "", Paid: "£150.00", Balance: "£351.00" },
          card: ["£150.00", "£351.00 owed"],
        },
        {
          row: "Credit note PL-0003",
          cells: { Invoiced: "-£12.00", Paid: "", Balance: "£339.00" },
          card: ["-£12.00", "£339.00 owed"],
        },
        {
          row: "Refund, PL-0004",
          cells: { Date: "3 Jun 2026", Invoiced: "", Paid: "-£5.00", Balance: "£344.00" },
          card: ["-£5.00", "£344.00 owed"],
        },
      ],
    },
  },
  sentences: ["£77.00 is outstanding."],
});
