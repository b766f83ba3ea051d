// @vitest-environment window
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Recurring } from "../../api/generated/Recurring";
import { createDraft, EMPTY_FIELDS, NO_TOTALS } from "../../testing/fixtures";
import { mockFault, mockResponse, respondJson } from "../../testing/network";
import { findToast, openSignedIn } from "../../testing/open-app";
import { describeFormSave, describeScreenStates, NOT_FOUND } from "../../testing/screen-states";

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
  contactId: null,
  contact: null,
  jobAddress: "",
  orderNumber: "",
  notes: "",
  template: null,
  terms: null,
  totals: NO_TOTALS,
  made: [],
  madeTotal: 0,
  createdAt: 0,
  updatedAt: 0,
};

/** An invoice that can be repeated. */
const INVOICE = {
  ...createDraft("invoice"),
  invoiceNumber: null,
  dueDate: null,
  paidDate: null,
  sourceQuoteId: null,
  stageOfId: null,
  creditNotes: [],
  toGiveBack: "0.00",
  instalmentsSum: "0.00",
};

/** Mocks the request that the form sends while it is filled in. */
const days = () => mockResponse("POST /api/recurring/preview", ONE.days);

describeScreenStates("the recurring invoices", {
  path: "/recurring",
  call: "GET /api/recurring",
  answer: [{ ...COVER, contactName: "Margaret Holroyd", totalAmount: "15.00" }],
  shows: COVER.name,
  empty: {
    answer: [],
    says: "No recurring invoices yet",
    next: ["New recurring invoice", "/recurring/create"],
  },
  fails: "Your recurring invoices could not be loaded",
});

describeScreenStates("a recurring invoice", {
  path: `/recurring/${ID}`,
  call: "GET /api/recurring/{id}",
  answer: ONE,
  shows: COVER.name,
  fails: "This recurring invoice could not be loaded",
  refused: [
    {
      when: "when it no longer exists",
      by: NOT_FOUND,
      says: "We couldn’t find this recurring invoice",
      next: ["See all recurring invoices", "/recurring"],
    },
  ],
});

it.each([
  ["Skip the next one", "Skip it", "POST /api/recurring/{id}/skip"],
  ["Delete", "Delete", "DELETE /api/recurring/{id}"],
] as const)("says why '%s' failed", async (item, confirm, call) => {
  mockResponse("GET /api/recurring/{id}", ONE);
  mockFault(call, respondJson(409, { message: "It has just changed." }));
  const user = await openSignedIn(`/recurring/${ID}`);
  await user.click(await screen.findByRole("button", { name: `More for ${COVER.name}` }));
  await user.click(await screen.findByRole("menuitem", { name: item }));
  await user.click(await screen.findByRole("button", { name: confirm }));
  await findToast("It has just changed.");
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

describeScreenStates("the form for changing a recurring invoice", {
  path: `/recurring/edit/${ID}`,
  call: "GET /api/recurring/{id}",
  answer: ONE,
  shows: "Save changes",
  besides: days,
  fails: "This could not be loaded",
  refused: [
    {
      when: "when it no longer exists",
      by: NOT_FOUND,
      says: "We couldn’t find this recurring invoice",
      next: ["See all recurring invoices", "/recurring"],
    },
  ],
});

describeScreenStates("the contacts in the form for a recurring invoice", {
  path: `/recurring/edit/${ID}`,
  call: "GET /api/contacts",
  answer: [],
  shows: "Save changes",
  besides: () => {
    mockResponse("GET /api/recurring/{id}", ONE);
    days();
  },
  fails: "This could not be loaded",
});

describeScreenStates("the business profiles in the form for a recurring invoice", {
  path: "/recurring/create",
  call: "GET /api/business-profiles",
  answer: [],
  shows: "Save recurring invoice",
  besides: days,
  fails: "This could not be loaded",
});

describeScreenStates("a recurring invoice made from an invoice", {
  path: "/recurring/create?from=51d1f9f2-3b7f-4a52-8c7b-2f6de1a0b902",
  call: "GET /api/invoices/{id}",
  answer: INVOICE,
  shows: "Save recurring invoice",
  besides: days,
  fails: "This could not be loaded",
  refused: [
    {
      when: "when the invoice no longer exists",
      by: NOT_FOUND,
      says: "We couldn’t find this invoice",
      next: ["See all recurring invoices", "/recurring"],
    },
  ],
});

describeFormSave("changing a recurring invoice", {
  path: `/recurring/edit/${ID}`,
  call: "PUT /api/recurring/{id}",
  besides: () => {
    mockResponse("GET /api/recurring/{id}", ONE);
    days();
  },
  fields: [["Name", "Boiler cover, yearly"]],
  refused: { path: "name", label: "Name" },
  button: "Save changes",
});
