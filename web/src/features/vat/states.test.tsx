// @vitest-environment window
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { VatBadDebt } from "../../api/generated/VatBadDebt";
import type { VatBusiness } from "../../api/generated/VatBusiness";
import type { VatReturnReport } from "../../api/generated/VatReturnReport";
import { mockFault, mockResponse, respondJson } from "../../testing/network";
import { openSignedIn } from "../../testing/open-app";
import { describeFormSave, describeScreenStates, NOT_FOUND } from "../../testing/screen-states";

const PIPES = {
  id: "p1",
  name: "Pipe & Sons",
  number: "",
  registration: null,
  flatPercent: null,
  outside: [],
};

describeScreenStates("the businesses of the VAT return", {
  path: "/vat",
  call: "GET /api/vat",
  answer: [],
  shows: "You have no business yet",
  empty: {
    answer: [],
    says: "You have no business yet",
    next: ["Add a business profile", "/settings/business-profiles"],
  },
  fails: "The VAT return could not be loaded",
});

const REGISTERED: VatBusiness = {
  ...PIPES,
  number: "GB123456789",
  registration: {
    version: 1,
    from: "2026-01-01",
    until: null,
    periods: "march",
    annualEndsIn: 3,
    schemes: [],
  },
};

const RETURN: VatReturnReport = {
  profile: REGISTERED.id,
  name: REGISTERED.name,
  number: REGISTERED.number,
  from: "2026-07-01",
  to: "2026-09-30",
  due: "2026-11-07",
  dueConfirmed: true,
  filedAt: null,
  elsewhere: false,
  canFile: false,
  filing: "",
  canOpen: false,
  boxes: [],
  reclaims: false,
  flat: [],
  limitedCost: null,
  late: 0,
  notes: [],
  outside: [],
  before: null,
  after: null,
  today: "2026-09-01",
};

const DEBT = {
  invoice: "i1",
  number: "PL-0001",
  customer: "Amir Shah",
  unpaid: "900.00",
  vat: "150.00",
  from: "2026-08-09",
  to: "2030-08-09",
  writtenOff: null,
};
const NO_DEBTS = {
  name: PIPES.name,
  unclaimed: [],
  unclaimedCount: 0,
  unclaimedVat: "0.00",
  writtenOff: [],
};

describeScreenStates("a VAT return", {
  path: "/vat",
  call: "GET /api/vat/{id}/return",
  answer: RETURN,
  shows: "Not over yet",
  besides: () => {
    mockResponse("GET /api/vat", [REGISTERED]);
    mockResponse("GET /api/vat/{id}/bad-debts", NO_DEBTS);
  },
  fails: "The VAT return could not be worked out",
  refused: [
    {
      when: "when the business no longer exists",
      by: NOT_FOUND,
      says: "The VAT return could not be worked out",
      next: ["Reports", "/reports"],
    },
  ],
});

it.each([
  [false, "To pay"],
  [true, "To reclaim"],
])("says whether box 5 is to pay or to reclaim (reclaims: %s)", async (reclaims, says) => {
  const box = { number: 5, label: "Net VAT", amount: "41.20", records: 1, confirmed: true };
  mockResponse("GET /api/vat", [REGISTERED]);
  mockResponse("GET /api/vat/{id}/bad-debts", NO_DEBTS);
  mockResponse("GET /api/vat/{id}/return", { ...RETURN, reclaims, boxes: [box] });
  await openSignedIn("/vat");
  const label = await screen.findByText(says);
  expect(label.parentElement?.textContent).toContain("£41.20");
});

describe("VAT on unpaid invoices, beside the return", () => {
  const openWith = async (
    unclaimed: VatBadDebt[],
    writtenOff: VatBadDebt[] = [],
    unclaimedVat = "0.00",
    unclaimedCount = unclaimed.length,
  ) => {
    mockResponse("GET /api/vat", [REGISTERED]);
    mockResponse("GET /api/vat/{id}/return", RETURN);
    const requests = mockResponse("GET /api/vat/{id}/bad-debts", {
      ...NO_DEBTS,
      unclaimed,
      unclaimedCount,
      unclaimedVat,
      writtenOff,
    });
    await openSignedIn("/vat");
    await screen.findByText("Not over yet");
    await waitFor(() => expect(requests).not.toHaveLength(0));
  };

  it.each([
    ["£150.00 of VAT can be claimed back: 1 unpaid invoice. Claim it back", [DEBT], "150.00", 1],
    [
      "£200.35 of VAT can be claimed back: 2 unpaid invoices. Claim it back",
      [DEBT, { ...DEBT, invoice: "i2", vat: "50.35" }],
      "200.35",
      2,
    ],
    // The list is shorter than the number of claimable invoices: the sum includes them all.
    ["£30,150.00 of VAT can be claimed back: 201 unpaid invoices. Claim it back", [DEBT], "30150.00", 201],
  ])("says how much VAT can be claimed back: %s", async (says, unclaimed, vat, count) => {
    await openWith(unclaimed, [], vat, count);
    const link = await screen.findByRole("link", { name: "Claim it back" });
    expect(link.getAttribute("href")).toBe(`/vat/${PIPES.id}/bad-debts`);
    expect(link.parentElement?.textContent).toBe(says);
  });

  it("links to the invoices that were written off when nothing can be claimed", async () => {
    await openWith([], [{ ...DEBT, writtenOff: "2026-08-20" }]);
    const link = await screen.findByRole("link", { name: "VAT on unpaid invoices" });
    expect(link.parentElement?.textContent).toBe("VAT on unpaid invoices");
  });

  it("says nothing when there is no VAT to claim and nothing was written off", async () => {
    await openWith([]);
    expect(screen.queryByText(/claimed back|unpaid/)).toBeNull();
  });
});

it("says that a business is not registered for VAT, and links to its registration", async () => {
  mockResponse("GET /api/vat", [PIPES]);
  mockFault("GET /api/vat/threshold", respondJson(500));
  await openSignedIn("/vat");
  await screen.findByRole("heading", { name: "This business isn’t registered for VAT" });
  const link = screen.getByRole("link", { name: "Enter its registration" });
  expect(link.getAttribute("href")).toBe(`/vat/${PIPES.id}/registration`);
});

describeScreenStates("a VAT registration", {
  path: `/vat/${PIPES.id}/registration`,
  call: "GET /api/vat",
  answer: [PIPES],
  shows: "How you account",
  fails: "This business could not be loaded",
});

describeScreenStates("VAT on unpaid invoices", {
  path: `/vat/${PIPES.id}/bad-debts`,
  call: "GET /api/vat/{id}/bad-debts",
  answer: {
    name: PIPES.name,
    unclaimed: [DEBT],
    unclaimedCount: 1,
    unclaimedVat: DEBT.vat,
    writtenOff: [],
  },
  shows: /PL-0001/,
  empty: {
    answer: NO_DEBTS,
    says: "Nothing to claim back",
    next: ["VAT return", `/vat?business=${PIPES.id}`],
  },
  fails: "Your unpaid invoices could not be loaded",
  refused: [
    {
      when: "when the business no longer exists",
      by: NOT_FOUND,
      says: "Your unpaid invoices could not be loaded",
      next: ["VAT return", `/vat?business=${PIPES.id}`],
    },
  ],
});

it("says that more can be claimed than is listed", async () => {
  mockResponse("GET /api/vat/{id}/bad-debts", {
    ...NO_DEBTS,
    unclaimed: [DEBT],
    unclaimedCount: 201,
    unclaimedVat: "30150.00",
  });
  await openSignedIn(`/vat/${PIPES.id}/bad-debts`);
  await screen.findByText(/These are the oldest 1 of 201, with £30,150\.00 of VAT in all\./);
});

describeScreenStates("the records behind a box", {
  path: `/vat/${PIPES.id}/records?box=1`,
  call: "GET /api/vat/{id}/return/records",
  answer: {
    label: "Box 1",
    amount: "20.00",
    records: [
      {
        id: "1",
        kind: "invoice",
        subject: "i1",
        title: "PL-0001",
        what: "Sale",
        customer: "Amir Shah",
        date: "2026-07-03",
        amount: "20.00",
        note: null,
      },
    ],
    total: 1,
    flat: [],
  },
  shows: "PL-0001",
  empty: {
    answer: { label: "Box 1", amount: "0.00", records: [], total: 0, flat: [] },
    says: "There are no records for this box",
    next: ["VAT return", `/vat?business=${PIPES.id}`],
  },
  fails: "The records could not be loaded",
  refused: [
    {
      when: "when there is no such box",
      by: NOT_FOUND,
      says: "The records could not be loaded",
      next: ["VAT return", `/vat?business=${PIPES.id}`],
    },
  ],
});

it("says that a business may have been deleted, and tries again", async () => {
  mockResponse("GET /api/vat", []);
  const user = await openSignedIn(`/vat/${PIPES.id}/registration`);
  const alert = within(await screen.findByRole("alert"));
  alert.getByText("It may have been deleted.");
  mockResponse("GET /api/vat", [PIPES]);
  await user.click(alert.getByRole("button", { name: "Try again" }));
  await screen.findByText("How you account");
});

describeFormSave("changing a VAT registration", {
  path: `/vat/${REGISTERED.id}/registration`,
  call: "PUT /api/vat/{id}/registration",
  besides: () => mockResponse("GET /api/vat", [REGISTERED]),
  fields: [],
  refused: { path: "from", label: "Registered from" },
  button: "Save",
});
