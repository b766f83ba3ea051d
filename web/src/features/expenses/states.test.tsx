// @vitest-environment window
import "fake-indexeddb/auto";
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Expense } from "../../api/generated/Expense";
import { mockResponse } from "../../testing/network";
import { openSignedIn } from "../../testing/open-app";
import {
  describeFileImport,
  describeFormSave,
  describeScreenStates,
  NOT_FOUND,
} from "../../testing/screen-states";

const ID = "6c0c4f8e-9b15-4f7d-8d34-0a7b5c9d1e04";

/** Mocks the requests of the expense form. */
const answerFormRequests = () => {
  mockResponse("GET /api/expenses/suppliers", []);
  mockResponse("GET /api/vat", []);
  mockResponse("POST /api/expenses/preview", { amount: "24.00", vatAmount: "4.00", mileage: null });
};

const NONE = { data: [], nextCursor: null, total: 0, totalAmount: "0.00", totalVat: "0.00" };

describeScreenStates("the expenses", {
  path: "/expenses",
  call: "GET /api/expenses",
  answer: {
    ...NONE,
    data: [
      {
        id: ID,
        date: "2026-09-01",
        supplier: "Screwfix",
        description: "Copper pipe",
        category: "costOfGoods",
        amount: "24.00",
        vatAmount: "4.00",
        job: "",
        mileage: null,
        repeats: false,
        receiptCount: 0,
      },
    ],
    total: 1,
    totalAmount: "24.00",
  },
  shows: /Screwfix/,
  empty: { answer: NONE, says: "No expenses yet", next: ["Add your first expense", "/expenses/create"] },
  fails: "Your expenses could not be loaded",
});

const PIPE: Expense = {
  id: ID,
  version: 1,
  date: "2026-09-01",
  supplier: "Screwfix",
  description: "Copper pipe",
  category: "costOfGoods",
  amount: "24.00",
  vatRate: "20",
  vatAmount: "4.00",
  vatReckoned: false,
  privateShare: "0",
  vehicleCost: false,
  vatKind: "usual",
  goodsOrService: "notSaid",
  contactId: null,
  businessProfileId: null,
  job: "",
  mileage: null,
  repeat: "never",
  repeatUntil: null,
  repeatNext: null,
  repeatOf: null,
  fromBank: false,
  receipts: [],
  createdAt: 0,
  updatedAt: 0,
};

describeScreenStates("an expense", {
  path: `/expenses/edit/${ID}`,
  call: "GET /api/expenses/{id}",
  answer: PIPE,
  shows: "Save changes",
  besides: answerFormRequests,
  fails: "This expense could not be loaded",
  refused: [
    {
      when: "when it no longer exists",
      by: NOT_FOUND,
      says: "We couldn’t find this expense",
      next: ["See all expenses", "/expenses"],
    },
  ],
});

it("sends an expense that is saved unchanged as it was stored", async () => {
  const stored: Expense = { ...PIPE, vatAmount: "3.99", privateShare: "30", job: "3 Mill Lane" };
  mockResponse("GET /api/expenses/{id}", stored);
  answerFormRequests();
  const sent = mockResponse("PUT /api/expenses/{id}", stored);
  const user = await openSignedIn(`/expenses/edit/${ID}`);
  await user.click(await screen.findByRole("button", { name: "Save changes" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  const {
    id: _,
    vatReckoned: _reckoned,
    repeatNext,
    repeatOf,
    fromBank,
    createdAt,
    updatedAt,
    ...carried
  } = stored;
  expect(sent[0]?.body).toEqual(carried);
});

describeFormSave("a new expense", {
  path: "/expenses/create",
  call: "POST /api/expenses",
  fields: [["Amount paid", "24.00"]],
  refused: { path: "amount", label: "Amount paid" },
  button: "Save expense",
  besides: answerFormRequests,
});

describeFileImport("the import of a bank statement", {
  path: "/expenses/import",
  call: "POST /api/expenses/import/preview",
  input: "Bank statement",
  answer: {
    done: false,
    encoding: "UTF-8",
    separator: ",",
    columns: [
      { heading: "Date", example: "01/09/2026" },
      { heading: "Amount", example: "-24.00" },
    ],
    reading: { columns: ["date", "amount"], dates: "dayFirst", signs: "spentBelow" },
    asks: [],
    leftOut: [],
    new: 1,
    newAmount: "24.00",
    known: 0,
    moneyIn: 0,
    unreadable: 0,
    rows: [
      {
        row: 2,
        isFee: false,
        outcome: "new",
        date: "2026-09-01",
        supplier: "Screwfix",
        amount: "24.00",
        category: "costOfGoods",
        suggested: true,
        says: "",
      },
    ],
  },
  shows: "Import 1 expense",
});

it.each([
  ["too-many", "An expense can have up to 10 photos. Share fewer at a time, or choose them here."],
  ["too-large", "Those photos come to more than 20 MB. Share fewer at a time, or choose them here."],
])("says why photos shared by another app were not added: %s", async (why, says) => {
  answerFormRequests();
  await openSignedIn(`/expenses/create?shared=${why}`);
  await screen.findByText(says, { exact: false });
});
