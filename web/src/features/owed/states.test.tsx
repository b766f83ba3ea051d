// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { NO_DOCUMENTS } from "../../testing/basics";
import { answers } from "../../testing/network";
import { openSignedIn } from "../../testing/open";
import { MARGARET } from "../../testing/records";
import { describeStates } from "../../testing/states";

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

describeStates("who owes", {
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
  fails: "What is owed could not be loaded",
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
  answers("GET /api/owed", { customers: [row], all: sums, today: "2026-09-01" });
  await openSignedIn("/owed");
  // A table for wide screens is there as well.
  const names = await screen.findAllByText(MARGARET.name);
  const card = names.map((name) => name.closest("li")).find((item) => item !== null);
  expect(card?.textContent).toContain("£500.00");
  expect(card?.textContent).toContain("£120.00 overdue");
});

describeStates("what one customer owes", {
  path: `/owed/${MARGARET.id}`,
  call: "GET /api/invoices",
  answer: NO_DOCUMENTS,
  shows: "Margaret Holroyd owes you nothing.",
  besides: () => answers("GET /api/contacts/{id}", MARGARET),
  fails: "The invoices could not be loaded",
});
