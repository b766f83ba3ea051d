// @vitest-environment happy-dom

import { describeFigures } from "../../testing/figures";
import { answers } from "../../testing/network";
import { listOf, summaryOf } from "../../testing/records";
import { ALL_KINDS } from "../kind";

const IDS = [1, 2, 3].map((at) => `51d1f9f2-3b7f-4a52-8c7b-2f6de1a0b90${at}`);
const [PART = "", NONE = "", DRAFT = ""] = IDS;

for (const { kind, plural, Plural, path, asks, isWritten } of ALL_KINDS) {
  const part = summaryOf(kind, {
    id: PART,
    number: "PL-0001",
    contactName: "Margaret Holroyd",
    totalAmount: "470.00",
    balanceDue: "150.00",
  });
  const none = summaryOf(kind, {
    id: NONE,
    number: "PL-0002",
    contactName: "Amir Shah",
    status: asks === "balance" ? "paid" : "accepted",
    totalAmount: "81.00",
    balanceDue: "0.00",
  });
  const draft = summaryOf(kind, {
    id: DRAFT,
    number: null,
    contactName: "Rosa Lane",
    status: "draft",
    totalAmount: "9.40",
    balanceDue: "9.40",
  });
  const isInvoice = asks === "balance";
  const left = (text: string): Record<string, string> => (isInvoice ? { "Left to pay": text } : {});
  describeFigures(`the ${plural}`, {
    path,
    besides: () => {
      answers(`GET ${`/api${path}` as "/api/quotes"}`, {
        ...listOf(part, none, draft),
        outstanding: "150.00",
        totalAmount: "560.40",
      });
      answers(`GET ${`/api${path}` as "/api/quotes"}/counts`, []);
      answers(`GET ${`/api${path}` as "/api/quotes"}/batches`, []);
      answers("GET /api/views", []);
    },
    tables: {
      [Plural]: {
        rows: [
          {
            row: "Margaret Holroyd",
            to: `${path}/${PART}`,
            cells: { Number: "PL-0001", ...left("£150.00"), Total: "£470.00" },
            card: isInvoice ? ["£150.00", "left of £470.00"] : ["£470.00"],
          },
          {
            row: "Amir Shah",
            to: `${path}/${NONE}`,
            cells: { Number: "PL-0002", ...left(""), Total: "£81.00" },
            card: ["£81.00"],
          },
          {
            row: "Rosa Lane",
            // Who opens a draft goes on writing it; a credit note is made of an invoice.
            to: isWritten ? `${path}/edit/${DRAFT}` : `${path}/${DRAFT}`,
            cells: { Number: "None yet", ...left(""), Total: "£9.40" },
            card: ["£9.40"],
          },
        ],
        foot: [{ ...left("£150.00"), Total: "£560.40" }],
      },
    },
  });
}

describeFigures("a list of which not all is shown", {
  path: "/invoices",
  besides: () => {
    const row = summaryOf("invoice", { totalAmount: "470.00", balanceDue: "150.00" });
    const all = { total: 7, nextCursor: "x", outstanding: "610.00", totalAmount: "2930.00" };
    answers("GET /api/invoices", { ...listOf(row), ...all });
    answers("GET /api/invoices/counts", []);
    answers("GET /api/invoices/batches", []);
    answers("GET /api/views", []);
  },
  tables: {
    Invoices: {
      rows: [],
      foot: [
        { "Left to pay": "£150.00", Total: "£470.00" },
        { "Left to pay": "£610.00", Total: "£2,930.00" },
      ],
    },
  },
});
