// @vitest-environment window
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { createList, createSummary, MARGARET, NO_DOCUMENTS } from "../../testing/fixtures";
import { mockFault, mockHeldResponse, mockResponse, respondJson } from "../../testing/network";
import { openSignedIn } from "../../testing/open-app";
import { describeScreenStates, NOT_FOUND } from "../../testing/screen-states";

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

describeScreenStates("what customers owe", {
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
  fails: "The amounts owed to you could not be loaded",
});

it("says on a phone what each customer owes, and how much of it is overdue", async () => {
  const sums = {
    ...NOTHING,
    outstanding: "500.00",
    notDue: "380.00",
    overdue: "120.00",
    to30: "120.00",
    invoices: 2,
  };
  const row = {
    ...sums,
    contactId: MARGARET.id,
    name: MARGARET.name,
    oldest: "2026-08-15",
    age: "to30",
  } as const;
  mockResponse("GET /api/owed", { customers: [row], all: sums, today: "2026-09-01" });
  await openSignedIn("/owed");
  // The table for wide screens is rendered as well.
  const names = await screen.findAllByText(MARGARET.name);
  const card = names.map((name) => name.closest("li")).find((item) => item !== null);
  expect(card?.textContent).toContain("£500.00");
  expect(card?.textContent).toContain("£120.00 overdue");
});

describeScreenStates("what one customer owes", {
  path: `/owed/${MARGARET.id}`,
  call: "GET /api/invoices",
  answer: NO_DOCUMENTS,
  shows: "Margaret Holroyd doesn’t owe you anything.",
  besides: () => mockResponse("GET /api/contacts/{id}", MARGARET),
  fails: "The invoices could not be loaded",
});

const OF = `/owed/${MARGARET.id}`;
const queryNothingOwed = () => screen.queryByText(/doesn’t owe you anything/);

it("says that a customer no longer exists, and not that they owe nothing", async () => {
  mockFault("GET /api/contacts/{id}", NOT_FOUND);
  mockResponse("GET /api/invoices", NO_DOCUMENTS);
  await openSignedIn(OF);
  await screen.findByRole("heading", { name: "We couldn’t find this customer" });
  expect(screen.getByRole("link", { name: "See all contacts" }).getAttribute("href")).toBe("/contacts");
  expect(queryNothingOwed()).toBeNull();
  expect(screen.queryByRole("link", { name: "Statement" })).toBeNull();
});

it("does not say that a customer owes nothing before the customer is loaded", async () => {
  const { release } = mockHeldResponse("GET /api/contacts/{id}", MARGARET);
  mockResponse("GET /api/invoices", NO_DOCUMENTS);
  await openSignedIn(OF);
  await screen.findByText("Owes you £0.00");
  await screen.findByRole("status", { name: "Loading" });
  expect(queryNothingOwed()).toBeNull();
  release();
  await screen.findByText("Margaret Holroyd doesn’t owe you anything.");
});

it("shows what is owed when the customer could not be loaded", async () => {
  mockFault("GET /api/contacts/{id}", respondJson(500, { message: "deadlock detected" }));
  mockFault("GET /api/invoices/{id}/chasing", respondJson(500));
  mockResponse("GET /api/invoices", { ...createList(createSummary("invoice")), outstanding: "120.00" });
  await openSignedIn(OF);
  await screen.findByRole("link", { name: "PL-0001" });
  await screen.findByText("Owes you £120.00");
});

it.each([
  ["01904 496 0000", ["tel:019044960000"]],
  ["", []],
])("offers to call a customer only when there is a phone number: '%s'", async (phone, calls) => {
  mockResponse("GET /api/contacts/{id}", { ...MARGARET, phone });
  mockResponse("GET /api/invoices", NO_DOCUMENTS);
  await openSignedIn(OF);
  await screen.findByText(/doesn’t owe you anything/);
  const found = screen.queryAllByRole("link", { name: "Call" }).map((link) => link.getAttribute("href"));
  expect(found).toEqual(calls);
});
