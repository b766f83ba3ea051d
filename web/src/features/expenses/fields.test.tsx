// @vitest-environment window
import "fake-indexeddb/auto";
import { screen } from "@testing-library/react";
import type { Expense } from "../../api/generated/Expense";
import { MARGARET } from "../../testing/fixtures";
import { describeFormFields } from "../../testing/form-fields";
import { mockResponse } from "../../testing/network";

/** The purchase of a van: an expense with every field that the form can display at once. */
const VAN: Expense = {
  id: "6c0c4f8e-9b15-4f7d-8d34-0a7b5c9d1e04",
  version: 3,
  date: "2026-09-01",
  supplier: "Arnold Clark",
  description: "New clutch",
  category: "carVanTravelExpenses",
  amount: "240.00",
  vatRate: "5",
  vatAmount: "11.43",
  vatReckoned: false,
  privateShare: "30",
  vehicleCost: true,
  vatKind: "usual",
  goodsOrService: "notSaid",
  contactId: MARGARET.id,
  businessProfileId: "p2",
  job: "Mill Lane",
  mileage: null,
  repeat: "quarterly",
  repeatUntil: "2027-09-01",
  repeatNext: "2026-12-01",
  repeatOf: null,
  fromBank: false,
  receipts: [],
  createdAt: 0,
  updatedAt: 0,
};

const mockFormRequests = (expense: Expense) => () => {
  mockResponse("GET /api/expenses/{id}", expense);
  mockResponse("GET /api/expenses/suppliers", []);
  mockResponse("GET /api/vat", []);
  mockResponse("GET /api/contacts", [MARGARET]);
  mockResponse("GET /api/business-profiles", [
    { id: "p1", name: "Pipe & Sons", taxNumber: "GB123456789" },
    { id: "p2", name: "Pipe Gas", taxNumber: "" },
  ] as never);
  mockResponse("POST /api/expenses/preview", { amount: "240.00", vatAmount: "11.43", mileage: null });
};

const { id, date, description, contactId, businessProfileId, job } = VAN;

describeFormFields("the fields of an expense", {
  path: `/expenses/edit/${id}`,
  besides: mockFormRequests(VAN),
  ready: () => screen.findByLabelText("Business"),
  call: "PUT /api/expenses/{id}",
  button: "Save changes",
  fields: {
    "Amount paid": ["amount", "240.00"],
    "Supplier (optional)": ["supplier", "Arnold Clark"],
    Category: ["category", "Car, van and travel"],
    "VAT included": ["vatRate", "5% VAT"],
    "VAT on the receipt (optional)": ["vatAmount", "11.43"],
    "How the VAT was charged": ["vatKind", "Charged by the supplier"],
    "Private part (optional)": ["privateShare", "30"],
    Date: ["date", "2026-09-01"],
    Business: ["businessProfileId", "Pipe Gas"],
    "What for (optional)": ["description", "New clutch"],
    "Customer (optional)": ["contactId", MARGARET.name],
    "Job or site (optional)": ["job", "Mill Lane"],
    "How often": ["repeat", "Every three months"],
    "Until (optional)": ["repeatUntil", "2027-09-01"],
  },
  choices: {
    "What it is": "Expense",
    "Fuel, repairs, insurance or tax for a vehicle": "on",
  },
  sends: {
    ...{ version: 3, date, description, contactId, businessProfileId, job, mileage: null },
    ...{ supplier: "Arnold Clark", category: VAN.category, amount: "240.00" },
    ...{ vatRate: "5", vatAmount: "11.43", vatKind: "usual", privateShare: "30", vehicleCost: true },
    ...{ repeat: "quarterly", repeatUntil: "2027-09-01", receipts: [] },
  },
});

const mileage = { vehicle: "motorcycle", miles: "12.5" } as const;

describeFormFields("the fields of a journey", {
  path: `/expenses/edit/${id}`,
  besides: mockFormRequests({
    ...VAN,
    supplier: "",
    vatRate: "",
    repeat: "never",
    repeatUntil: null,
    mileage,
  }),
  ready: () => screen.findByLabelText("Business"),
  call: "PUT /api/expenses/{id}",
  button: "Save changes",
  fields: {
    Miles: ["mileage.miles", "12.5"],
    Date: ["date", "2026-09-01"],
    "Where from and to (optional)": ["description", "New clutch"],
    "Job or site (optional)": ["job", "Mill Lane"],
  },
  choices: { "What it is": "Mileage", Vehicle: "Motorbike" },
  sends: { date, description, contactId, businessProfileId, job, mileage },
});
