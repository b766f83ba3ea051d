// @vitest-environment window
import { screen } from "@testing-library/react";
import type { ItemRecord } from "../../api/generated/ItemRecord";
import { describeFormFields } from "../../testing/form-fields";
import { mockResponse } from "../../testing/network";

const BOILER: ItemRecord = {
  id: "b8f5a4f0-7d53-4c5f-8f0d-1d2f3a4b5c03",
  version: 3,
  createdAt: 0,
  updatedAt: 0,
  name: "Combi boiler",
  description: "With flue",
  quantity: "2",
  price: "1250.00",
  cost: "1000.00",
  unit: "each",
  code: "SCR-778",
  category: "Heating",
  favourite: true,
  includeLabour: true,
  labourHours: "1.5",
  labourRate: "320.00",
  labourUnitType: "days",
  vat: { treatment: "reverseCharge", rate: "20" },
  costType: "labour",
};

const { id, createdAt: _, updatedAt: __, ...sends } = BOILER;

describeFormFields("the fields of an item", {
  path: `/items/edit/${id}`,
  besides: () => mockResponse("GET /api/items/{id}", BOILER),
  ready: () => screen.findByDisplayValue("25"),
  call: "PUT /api/items/{id}",
  button: "Save changes",
  fields: {
    Name: ["name", "Combi boiler"],
    "Description (optional)": ["description", "With flue"],
    "Costs you (optional)": ["cost", "1,000.00"],
    Price: ["price", "1,250.00"],
    "Per (optional)": ["unit", "each"],
    "Usual quantity": ["quantity", "2"],
    "For CIS this is": ["costType", "Labour"],
    Days: ["labourHours", "1.5"],
    "Rate per day": ["labourRate", "320.00"],
    "Category (optional)": ["category", "Heating"],
    "Merchant’s code (optional)": ["code", "SCR-778"],
  },
  choices: {
    "Mark-up (optional)": "25",
    VAT: "Reverse charge 20%",
    "Comes with labour": "on",
    "Labour unit": "Days",
    Favourite: "on",
  },
  sends,
});
