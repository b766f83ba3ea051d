// @vitest-environment window
import { describeFormFields } from "../../testing/form-fields";
import { mockResponse } from "../../testing/network";

const registration = {
  version: 2,
  from: "2026-01-01",
  until: "2028-12-31",
  periods: "annual",
  annualEndsIn: 10,
  schemes: [{ from: "2026-02-01", cash: true, flatRate: "labourOnly" }],
} as const;

const PIPES = {
  id: "p1",
  name: "Pipe & Sons",
  number: "GB123456789",
  registration: { ...registration, schemes: [...registration.schemes] },
  flatPercent: null,
  outside: [],
};

describeFormFields("the fields of a VAT registration", {
  path: "/vat/p1/registration",
  besides: () => mockResponse("GET /api/vat", [PIPES]),
  call: "PUT /api/vat/{id}/registration",
  button: "Save",
  fields: {
    "Registered from": ["from", "2026-01-01"],
    "Registered until (optional)": ["until", "2028-12-31"],
    "The year ends in": ["annualEndsIn", "October"],
  },
  choices: {
    Periods: "A year (annual accounting)",
    From: "2026-02-01",
    Method: "Flat rate, labour only 14.5%, by payments",
  },
  sends: registration,
});
