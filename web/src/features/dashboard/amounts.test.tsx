// @vitest-environment window
import type { Dashboard } from "../../api/generated/Dashboard";
import { createSummary, EMPTY_DASHBOARD } from "../../testing/fixtures";
import { mockResponse } from "../../testing/network";
import { describeAmounts } from "../../testing/screen-amounts";

const QUOTE = createSummary("quote", { totalAmount: "470.00", balanceDue: "31.00" });
const DRAFT = createSummary("invoice", {
  id: "d1",
  number: null,
  contactName: "Amir Shah",
  status: "draft",
  totalAmount: "81.00",
  balanceDue: "80.00",
});

/** All of its amounts differ. */
const FULL: Dashboard = {
  ...EMPTY_DASHBOARD,
  outstanding: "900.00",
  overdue: "260.00",
  paidThisMonth: "640.00",
  overdueInvoices: 2,
  quotesAwaiting: 3,
  awaitingAmount: "710.00",
  quotesExpiring: 4,
  acceptanceRate: 55,
  toConfirm: { quotes: 6, invoices: 7, amount: "128.00", only: null },
  toAnswer: {
    total: 7,
    first: [
      createSummary("quote", { id: "q5", number: "PL-0005", contactName: "Rosa Lane", asked: "changes" }),
      createSummary("invoice", { id: "i5", number: "PL-0006", contactName: "", asked: "question" }),
    ],
  },
  recurring: { unsent: 8, only: null, stopped: 9 },
  draftQuotes: 10,
  draftInvoices: 11,
  year: {
    months: [{ month: "2026-08", income: "12.00", expenses: "13.00" }],
    income: "5200.00",
    expenses: "1400.00",
  },
  recent: [QUOTE, DRAFT],
};

describeAmounts("the dashboard", {
  path: "/dashboard",
  besides: () => {
    mockResponse("GET /api/dashboard", FULL);
    mockResponse("GET /api/activities", [
      {
        id: "a1",
        kind: "accepted",
        actor: "customer",
        sentence: "Margaret Holroyd accepted PL-0001",
        subjectKind: "quote",
        subjectId: "q1",
        data: {},
        createdAt: 0,
      },
    ]);
  },
  links: [
    [/^Outstanding£900\.00/, "/invoices?status=outstanding"],
    [/^Overdue£260\.00/, "/invoices?status=overdue"],
    [/^Paid this month£640\.00/, "/invoices?status=paid"],
    [/^Awaiting reply3£710\.00 · 55% accepted/, "/quotes?status=sent"],
    [/^See 7 invoices$/, "/invoices?status=to_confirm"],
    [/^See 6 quotes$/, "/quotes?status=to_confirm"],
    [/^Rosa Lane requested changesQuote PL-0005/, "/quotes/q5"],
    [/^Your customer asked a questionInvoice PL-0006/, "/invoices/i5"],
    [/^8 recurring invoices weren’t sent/, "/recurring"],
    [/^9 recurring invoices were paused/, "/recurring"],
    [/^2 overdue invoices to chase£260\.00/, "/invoices?status=overdue"],
    [/^4 quotes about to expire/, "/quotes?status=expiring"],
    [/^10 quotes to finish/, "/quotes?status=draft"],
    [/^11 invoices to finish/, "/invoices?status=draft"],
    [/^Who owes me$/, "/owed"],
    [/Margaret Holroyd accepted PL-0001/, "/quotes/q1"],
  ],
  tables: {
    "Recent quotes and invoices": {
      rows: [
        {
          row: "Margaret Holroyd",
          to: `/quotes/${QUOTE.id}`,
          cells: {
            Job: "Replace the kitchen tap",
            Number: "PL-0001",
            "Last changed": "1 Sept 2026",
            Total: "£470.00",
          },
          card: ["£470.00", "PL-0001", "1 Sept 2026"],
        },
        { row: "Amir Shah", to: "/invoices/edit/d1", cells: { Total: "£81.00" }, card: ["£81.00"] },
      ],
    },
  },
  sentences: [
    "13 payments to confirm · £128.00",
    "5 more customers are waiting for your reply",
    "£5,200.00 came in and £1,400.00 went out.",
    "MonthCame inWent outAug 2026£12.00£13.00",
  ],
});

describeAmounts("the dashboard with one payment to confirm and one unsent invoice", {
  path: "/dashboard",
  besides: () => {
    mockResponse("GET /api/dashboard", {
      ...EMPTY_DASHBOARD,
      toConfirm: { quotes: 0, invoices: 1, amount: "128.00", only: "i7" },
      recurring: { unsent: 1, only: "i8", stopped: 0 },
      recent: [QUOTE],
    });
    mockResponse("GET /api/activities", []);
  },
  links: [
    [/^See the invoice$/, "/invoices/i7"],
    [/^1 recurring invoice wasn’t sent/, "/invoices/i8"],
  ],
});
