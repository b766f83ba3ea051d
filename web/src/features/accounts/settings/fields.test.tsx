// @vitest-environment window
import { screen } from "@testing-library/react";
import { ACCOUNT } from "../../../testing/basics";
import { fill } from "../../../testing/each";
import { describeFields } from "../../../testing/fields";
import { answers } from "../../../testing/network";

const besides = () =>
  answers("GET /api/account", {
    ...ACCOUNT,
    name: "Ada Pipe",
    businessName: "Pipe & Sons",
    phone: "0113 496 0002",
    address: "4 Yard Street",
  });

describeFields("the fields of a business without a profile", {
  path: "/settings",
  besides,
  ready: () => screen.findByDisplayValue("Pipe & Sons"),
  change: (user) => fill(user, screen.getByLabelText("Business phone (optional)"), "0113 496 0009"),
  call: "PUT /api/account",
  button: "Save business",
  fields: {
    "Business name (optional)": ["businessName", "Pipe & Sons"],
    "Business phone (optional)": ["phone", "0113 496 0002"],
    "Business address (optional)": ["address", "4 Yard Street"],
  },
  sends: { businessName: "Pipe & Sons", phone: "0113 496 0009", address: "4 Yard Street" },
});

describeFields("the field of one's own name", {
  path: "/settings",
  besides,
  ready: () => screen.findByDisplayValue("Ada Pipe"),
  change: (user) => fill(user, screen.getByLabelText("Full name"), "Ada Lane"),
  call: "PUT /api/account",
  button: "Save name",
  fields: { "Full name": ["name", "Ada Pipe"] },
  sends: { name: "Ada Lane" },
});
