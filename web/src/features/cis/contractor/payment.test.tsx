// @vitest-environment window
// The deduction of a payment while it is typed: calculated only from amounts that can be read.
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import type { CisBusiness } from "../../../api/generated/CisBusiness";
import type { CisSubcontractor } from "../../../api/generated/CisSubcontractor";
import { mockResponse } from "../../../testing/network";
import { openSignedIn } from "../../../testing/open-app";

const BUSINESS: CisBusiness = {
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

it("shows no deduction while an amount is invalid", async () => {
  mockResponse("GET /api/cis/contractors", [BUSINESS]);
  mockResponse("GET /api/cis/subcontractors", [ANDY]);
  const figures = { gross: "1000.00", materials: "0.00", liable: "1000.00", rate: 20, vat: "0.00" };
  const made = mockResponse("POST /api/cis/payments/preview", {
    ...figures,
    deducted: "200.00",
    pay: "800.00",
  });
  const user = await openSignedIn("/cis/payments/new");
  await user.selectOptions(await screen.findByLabelText("Subcontractor"), ANDY.contactId);
  await user.type(screen.getByLabelText("What they charge, without VAT"), "1,000");
  await screen.findByText("Pay them");

  const materials = screen.getByLabelText(/^Including materials at cost/);
  fireEvent.change(materials, { target: { value: "6:20" } });
  await waitFor(() => expect(materials.getAttribute("aria-invalid")).toBe("true"));
  // At once, not after the pause.
  expect(screen.queryByText("Pay them")).toBeNull();
  expect(screen.queryByText("Deduct from")).toBeNull();

  fireEvent.change(materials, { target: { value: "" } });
  await screen.findByText("Pay them");
  expect(made.filter(({ body }) => body.materials !== "")).toEqual([]);
});
