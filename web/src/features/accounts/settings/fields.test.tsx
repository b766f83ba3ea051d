// @vitest-environment window
import { screen } from "@testing-library/react";
import { fillField } from "../../../testing/each-test";
import { ACCOUNT } from "../../../testing/fixtures";
import { describeFormFields } from "../../../testing/form-fields";
import { mockResponse } from "../../../testing/network";

const besides = () =>
  mockResponse("GET /api/account", {
    ...ACCOUNT,
    name: "Ada Pipe",
    businessName: "Pipe & Sons",
    phone: "0113 496 0002",
    address: "4 Yard Street",
  });

describeFormFields("the fields of a business without a profile", {
  path: "/settings",
  besides,
  ready: () => screen.findByDisplayValue("Pipe & Sons"),
  change: (user) => fillField(user, screen.getByLabelText("Business phone (optional)"), "0113 496 0009"),
  call: "PUT /api/account",
  button: "Save business",
  fields: {
    "Business name (optional)": ["businessName", "Pipe & Sons"],
    "Business phone (optional)": ["phone", "0113 496 0002"],
    "Business address (optional)": ["address", "4 Yard Street"],
  },
  sends: { businessName: "Pipe & Sons", phone: "0113 496 0009", address: "4 Yard Street" },
});

describeFormFields("the field for the user's own name", {
  path: "/settings",
  besides,
  ready: () => screen.findByDisplayValue("Ada Pipe"),
  change: (user) => fillField(user, screen.getByLabelText("Full name"), "Ada Lane"),
  call: "PUT /api/account",
  button: "Save name",
  fields: { "Full name": ["name", "Ada Pipe"] },
  sends: { name: "Ada Lane" },
});
