// @vitest-environment window
import { screen, within } from "@testing-library/react";
import { it } from "vitest";
import type { CisBusiness } from "../../api/generated/CisBusiness";
import type { CisReturn } from "../../api/generated/CisReturn";
import type { CisReturns } from "../../api/generated/CisReturns";
import type { CisSubcontractor } from "../../api/generated/CisSubcontractor";
import { mockResponse } from "../../testing/network";
import { findHeading, openSignedIn } from "../../testing/open-app";
import { describeFormSave, describeScreenStates, NOT_FOUND } from "../../testing/screen-states";

describeScreenStates("the CIS deductions", {
  path: "/cis/2026",
  call: "GET /api/cis/{year}",
  answer: {
    year: 2026,
    name: "2026/27",
    gross: "0.00",
    materials: "0.00",
    deducted: "0.00",
    stated: "0.00",
    months: [],
    contractors: [],
    today: "2026-09-01",
  },
  shows: "Nothing was deducted in this tax year",
  fails: "The ledger could not be loaded",
  refused: [
    {
      when: "when there is no such year",
      by: NOT_FOUND,
      says: "We couldn’t find this tax year",
      next: ["See this tax year", "/cis"],
    },
  ],
});

describeScreenStates("the start page for contractors", {
  path: "/cis/contractor",
  call: "GET /api/cis/contractors",
  answer: [{ id: "p1", name: "Pipe & Sons", registration: null }],
  shows: "Do you pay subcontractors?",
  empty: {
    answer: [],
    says: "You have no business yet",
    next: ["Add a business profile", "/settings/business-profiles"],
  },
  fails: "The returns could not be loaded",
});

const REGISTERED: CisBusiness = {
  id: "p1",
  name: "Pipe & Sons",
  registration: {
    version: 1,
    employerReference: "123/AB456",
    accountsOfficeReference: "",
    from: "2026-04-06",
    until: null,
  },
};

const NIL: CisReturn = {
  from: "2026-04-06",
  to: "2026-05-05",
  due: "2026-05-19",
  payBy: "2026-05-22",
  gross: "0.00",
  materials: "0.00",
  deducted: "0.00",
  isNil: true,
  mustBeSent: true,
  dutyConfirmed: true,
  notNeeded: false,
  isOver: true,
  filedOn: null,
  declarations: [],
  rows: [],
};

const NO_RETURNS: CisReturns = {
  profile: REGISTERED.id,
  year: 2026,
  name: "2026/27",
  gross: "0.00",
  materials: "0.00",
  deducted: "0.00",
  months: [],
  today: "2026-09-01",
};

const ANDY: CisSubcontractor = {
  contactId: "a2b3c4d5-6e7f-4081-92a3-b4c5d6e7f809",
  rate: 20,
  email: "",
  version: 1,
  name: "Andy Brickman",
  utr: "1234567890",
  verificationNumber: "",
  vatRegistered: false,
  rates: [{ from: "2026-04-06", rate: 20 }],
};

describeScreenStates("the returns of a contractor", {
  path: "/cis/contractor/2026",
  call: "GET /api/cis/contractors/{id}/returns/{year}",
  answer: { ...NO_RETURNS, months: [NIL] },
  shows: "Nobody was paid in this month: a nil return.",
  besides: () => {
    mockResponse("GET /api/cis/contractors", [REGISTERED]);
    mockResponse("GET /api/cis/subcontractors", []);
  },
  empty: {
    answer: NO_RETURNS,
    says: "No return in this tax year",
    next: ["Pay a subcontractor", "/cis/payments/new?business=p1"],
  },
  fails: "The returns could not be loaded",
  refused: [
    {
      when: "when there is no such year",
      by: NOT_FOUND,
      says: "We couldn’t find this tax year",
      next: ["See this tax year", "/cis/contractor?business=p1"],
    },
  ],
});

describeScreenStates("a payment to a subcontractor", {
  path: "/cis/payments/e1",
  call: "GET /api/cis/payments/{id}",
  answer: {
    id: "e1",
    version: 1,
    profileId: REGISTERED.id,
    contactId: ANDY.contactId,
    name: ANDY.name,
    date: "2026-05-01",
    description: "",
    reverseCharge: false,
    reverseRate: "",
    isFiled: true,
    gross: "100.00",
    materials: "0.00",
    liable: "100.00",
    rate: 20,
    deducted: "20.00",
    vat: "0.00",
    pay: "80.00",
  },
  shows: ANDY.name,
  besides: () => {
    mockResponse("GET /api/cis/contractors", [REGISTERED]);
    mockResponse("GET /api/cis/subcontractors", [ANDY]);
  },
  empty: {
    answer: null,
    says: "We couldn’t find this payment",
    next: ["See all payments", "/cis/contractor"],
  },
  fails: "This payment could not be loaded",
  refused: [
    {
      when: "when it no longer exists",
      by: NOT_FOUND,
      says: "We couldn’t find this payment",
      next: ["See all payments", "/cis/contractor"],
    },
  ],
});

describeScreenStates("the subcontractors in the form for a payment", {
  path: "/cis/payments/new",
  call: "GET /api/cis/subcontractors",
  answer: [ANDY],
  shows: "Save payment",
  besides: () => mockResponse("GET /api/cis/contractors", [REGISTERED]),
  empty: {
    answer: [],
    says: "You have no subcontractors yet",
    next: ["Add a subcontractor", "/cis/subcontractors/new"],
  },
  fails: "This could not be loaded",
});

describeScreenStates("the contractors in the form for a payment", {
  path: "/cis/payments/new",
  call: "GET /api/cis/contractors",
  answer: [REGISTERED],
  shows: "Save payment",
  besides: () => mockResponse("GET /api/cis/subcontractors", [ANDY]),
  empty: {
    answer: [{ ...REGISTERED, registration: null }],
    says: "Your business isn’t set up as a contractor",
    next: ["Set it up", "/cis/contractor"],
  },
  fails: "This could not be loaded",
});

describeScreenStates("a subcontractor", {
  path: `/cis/subcontractors/${ANDY.contactId}`,
  call: "GET /api/cis/subcontractors",
  answer: [ANDY],
  shows: ANDY.name,
  empty: {
    answer: [],
    says: "We couldn’t find this subcontractor",
    next: ["See all subcontractors", "/cis/contractor"],
  },
  fails: "This subcontractor could not be loaded",
});

it("opens a new contact from the form for a new subcontractor", async () => {
  mockResponse("GET /api/cis/subcontractors", []);
  const user = await openSignedIn("/cis/subcontractors/new");
  await user.click(await screen.findByRole("link", { name: "Add a contact" }));
  await findHeading("New customer");
});

describeScreenStates("a new subcontractor", {
  path: "/cis/subcontractors/new",
  call: "GET /api/cis/subcontractors",
  answer: [],
  shows: /Not in the list/,
  fails: "This subcontractor could not be loaded",
});

describeScreenStates("the details of a contractor", {
  path: "/cis/contractor/business/p1",
  call: "GET /api/cis/contractors",
  answer: [{ id: "p1", name: "Pipe & Sons", registration: null }],
  shows: "Pipe & Sons",
  fails: "This business could not be loaded",
});

it("says that a contractor may have been deleted, and tries again", async () => {
  mockResponse("GET /api/cis/contractors", []);
  const user = await openSignedIn("/cis/contractor/business/p1");
  const alert = within(await screen.findByRole("alert"));
  alert.getByText("It may have been deleted.");
  mockResponse("GET /api/cis/contractors", [REGISTERED]);
  await user.click(alert.getByRole("button", { name: "Try again" }));
  await screen.findByText(REGISTERED.name);
});

describeFormSave("changing the details of a contractor", {
  path: "/cis/contractor/business/p1",
  call: "PUT /api/cis/contractors/{id}",
  besides: () => mockResponse("GET /api/cis/contractors", [REGISTERED]),
  fields: [["Employer reference", "123/AB789"]],
  refused: { path: "employerReference", label: "Employer reference" },
  button: "Save",
});

describeFormSave("changing a subcontractor", {
  path: `/cis/subcontractors/${ANDY.contactId}`,
  call: "PUT /api/cis/subcontractors/{id}",
  besides: () => mockResponse("GET /api/cis/subcontractors", [ANDY]),
  fields: [["Name or trading name", "Andy Brickman & Co"]],
  refused: { path: "name", label: "Name or trading name" },
  button: "Save subcontractor",
});
