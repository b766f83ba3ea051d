// @vitest-environment window
import { screen } from "@testing-library/react";
import type { CisBusiness } from "../../api/generated/CisBusiness";
import type { CisSubcontractor } from "../../api/generated/CisSubcontractor";
import type { SubcontractorPayment } from "../../api/generated/SubcontractorPayment";
import { fillField } from "../../testing/each-test";
import { MARGARET } from "../../testing/fixtures";
import { describeFormFields } from "../../testing/form-fields";
import { mockResponse } from "../../testing/network";

const PIPES: CisBusiness = {
  id: "p1",
  name: "Pipe & Sons",
  registration: {
    version: 2,
    employerReference: "123/AB456",
    accountsOfficeReference: "123PA00045678",
    from: "2026-04-06",
    until: "2027-10-05",
  },
};

const ANDY: CisSubcontractor = {
  contactId: "a2b3c4d5-6e7f-4081-92a3-b4c5d6e7f809",
  rate: 30,
  email: "",
  version: 5,
  name: "Andy Brickman",
  utr: "1234567890",
  verificationNumber: "V0012345678/AB",
  vatRegistered: true,
  rates: [{ from: "2026-04-07", rate: 30 }],
};

describeFormFields("the fields of a contractor", {
  path: `/cis/contractor/business/${PIPES.id}`,
  besides: () => mockResponse("GET /api/cis/contractors", [PIPES]),
  call: "PUT /api/cis/contractors/{id}",
  button: "Save",
  fields: {
    "Employer reference": ["employerReference", "123/AB456"],
    "Accounts Office reference (optional)": ["accountsOfficeReference", "123PA00045678"],
    "Contractor since": ["from", "2026-04-06"],
    "Contractor until (optional)": ["until", "2027-10-05"],
  },
  sends: PIPES.registration ?? {},
});

describeFormFields("the fields of a subcontractor", {
  path: `/cis/subcontractors/${ANDY.contactId}`,
  besides: () => mockResponse("GET /api/cis/subcontractors", [ANDY]),
  call: "PUT /api/cis/subcontractors/{id}",
  button: "Save subcontractor",
  fields: {
    "Name or trading name": ["name", "Andy Brickman"],
    UTR: ["utr", "1234567890"],
    "Verification number (optional)": ["verificationNumber", "V0012345678/AB"],
  },
  choices: { "Registered for VAT": "on", From: "2026-04-07", Rate: "30%: not registered, or not found" },
  sends: {
    version: 5,
    name: "Andy Brickman",
    utr: "1234567890",
    verificationNumber: "V0012345678/AB",
    vatRegistered: true,
    rates: [{ from: "2026-04-07", rate: 30 }],
  },
});

const PAYMENT: SubcontractorPayment = {
  id: "e1",
  version: 3,
  profileId: PIPES.id,
  contactId: ANDY.contactId,
  name: ANDY.name,
  date: "2026-05-01",
  description: "Garden wall",
  reverseCharge: false,
  reverseRate: "",
  isFiled: false,
  gross: "900.00",
  materials: "260.00",
  liable: "640.00",
  rate: 30,
  deducted: "192.00",
  vat: "180.00",
  pay: "888.00",
};

describeFormFields("the fields of a payment to a subcontractor", {
  path: `/cis/payments/${PAYMENT.id}`,
  besides: () => {
    mockResponse("GET /api/cis/payments/{id}", PAYMENT);
    mockResponse("GET /api/cis/contractors", [PIPES]);
    mockResponse("GET /api/cis/subcontractors", [ANDY]);
    mockResponse("POST /api/cis/payments/preview", PAYMENT);
  },
  call: "PUT /api/cis/payments/{id}",
  button: "Save changes",
  fields: {
    Subcontractor: ["contactId", "Andy Brickman"],
    "Paid on": ["date", "2026-05-01"],
    "What they charge, without VAT": ["gross", "900.00"],
    "Including materials at cost (optional)": ["materials", "260.00"],
    "VAT on top (optional)": ["vat", "180.00"],
    "What for (optional)": ["description", "Garden wall"],
  },
  sends: {
    ...{ version: 3, profileId: PIPES.id, contactId: ANDY.contactId, date: "2026-05-01" },
    ...{ gross: "900.00", materials: "260.00", vat: "180.00", description: "Garden wall" },
  },
});

describeFormFields("the fields of a contractor's statement", {
  path: "/cis/2026",
  besides: () => {
    mockResponse("GET /api/cis/{year}", {
      ...{ year: 2026, name: "2026/27", gross: "0.00", materials: "0.00", deducted: "0.00", stated: "0.00" },
      ...{ months: [], contractors: [], today: "2026-05-20" },
    });
    mockResponse("GET /api/contacts", [{ ...MARGARET, cis_contractor: true }]);
  },
  ready: async (user) => {
    await user.click((await screen.findAllByRole("button", { name: "Add a statement" }))[0] as HTMLElement);
    await screen.findByRole("option", { name: MARGARET.name });
    await user.selectOptions(screen.getByLabelText("Contractor"), MARGARET.name);
    await fillField(user, screen.getByLabelText("Paid, without VAT"), "500.00");
    await fillField(user, screen.getByLabelText("Materials (optional)"), "90.00");
    await fillField(user, screen.getByLabelText("Deducted"), "82.00");
  },
  call: "POST /api/cis/statements",
  button: "Add statement",
  fields: {
    Contractor: ["contractor", MARGARET.name],
    // The latest month that isn't in the future.
    Month: ["month", "6 May 2026 to 5 Jun 2026"],
    "Paid, without VAT": ["gross", "500.00"],
    "Materials (optional)": ["materials", "90.00"],
    Deducted: ["deducted", "82.00"],
  },
  sends: {
    contractor: MARGARET.id,
    month: "2026-06-05",
    gross: "500.00",
    materials: "90.00",
    deducted: "82.00",
  },
});
